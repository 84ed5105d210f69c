; A sum with terms that conditions add: each iteration hands it on, changed or not, so that it is consumed on each way.  Of the
; numbers added, one way uses none before the next iteration computes them anew (%v, %w); what a side computes is consumed.
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %s = phi double [ 0.0, %entry ], [ %t, %join ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p ; uncertain
  %w = fmul double %v, 2.0 ; uncertain
  %odd = trunc i64 %i to i1
  br i1 %odd, label %add, label %other
add:
  %u = fdiv double 1.0, %v
  %sum = fadd double %s, %u
  br label %join
other:
  %big = fcmp ogt double %v, 3.0
  br i1 %big, label %double, label %join
double:
  %two = fmul double %s, %w
  br label %join
join:
  %t = phi double [ %sum, %add ], [ %two, %double ], [ %s, %other ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret double %t
}
