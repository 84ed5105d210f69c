"""One pre-norm transformer block with causal multi-head attention, GELU, embeddings and a Config dataclass."""
from dataclasses import dataclass

import numpy as np


@dataclass
class Config:
    vocab: int = 7
    d_model: int = 6
    n_heads: int = 2
    d_ff: int = 8
    max_len: int = 10
    eps: float = 1e-5
    tie_weights: bool = True

    @property
    def d_head(self):
        assert self.d_model % self.n_heads == 0, "d_model must be a multiple of n_heads"
        return self.d_model // self.n_heads


def init(cfg, seed=0):
    rng = np.random.default_rng(seed)

    def normal(*shape, scale=0.4):
        return scale * rng.standard_normal(shape)

    d = cfg.d_model
    return {
        "embed": normal(cfg.vocab, d),
        "pos": normal(cfg.max_len, d, scale=0.1),
        "attn": {k: normal(d, d) for k in ("q", "k", "v", "o")},
        "ln": [{"g": np.ones(d), "b": np.zeros(d)} for _ in range(3)],
        "mlp": [(normal(d, cfg.d_ff), np.zeros(cfg.d_ff)), (normal(cfg.d_ff, d), np.zeros(d))],
    }


def layer_norm(x, *, g, b, eps):
    mean = np.mean(x, -1, keepdims=True)
    var = np.mean((x - mean) ** 2, -1, keepdims=True)
    return g * (x - mean) / np.sqrt(var + eps) + b


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def attention(p, x, cfg):
    T, d = x.shape

    def heads(w):
        return (x @ w).reshape(T, cfg.n_heads, cfg.d_head).transpose(1, 0, 2)

    q, k, v = (heads(p[name]) for name in "qkv")
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(cfg.d_head)
    mask = np.triu(np.ones((T, T), dtype=bool), k=1)
    scores = np.where(mask, -1e9, scores)
    out = (softmax(scores) @ v).transpose(1, 0, 2).reshape(T, d)
    return out @ p["o"]


def forward(params, tokens, cfg):
    x = params["embed"][tokens] + params["pos"][: len(tokens)]
    ln1, ln2, ln3 = params["ln"]
    x = x + attention(params["attn"], layer_norm(x, **ln1, eps=cfg.eps), cfg)
    (w1, b1), (w2, b2) = params["mlp"]
    x = x + gelu(layer_norm(x, **ln2, eps=cfg.eps) @ w1 + b1) @ w2 + b2
    x = layer_norm(x, **ln3, eps=cfg.eps)
    return x @ params["embed"].T if cfg.tie_weights else x


CFG = Config()


def loss(params, tokens):
    logits = forward(params, tokens[:-1], CFG)
    p = softmax(logits, axis=-1)
    picked = np.take_along_axis(p, tokens[1:, None], axis=-1)
    return -np.mean(np.log(picked))


def args():
    return init(CFG), np.array([1, 3, 5, 2, 2, 6, 0])


ARGNUM = 0
