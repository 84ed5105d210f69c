! Loops with bounded memory: gradients of four simulations, beside central differences.
module simulations
  use iso_c_binding
  implicit none
  interface
    subroutine irad_checkpoint(snapshots) bind(c, name="__irad_checkpoint")
      import :: c_int64_t
      integer(c_int64_t), value :: snapshots
    end subroutine
    subroutine gradient(f, tag1, u, du, tag2, c, dc, tag3, steps, tag4, y, dy) bind(c, name="__enzyme_autodiff_simulation")
      import :: c_int, c_double
      external :: f
      integer(c_int), value :: tag1, tag2, tag3, tag4
      real(c_double) :: u(*), du(*), c(*), dc(*), y, dy
      integer(c_int) :: steps
    end subroutine
  end interface
  integer(c_int), bind(c, name="enzyme_dup") :: enzyme_dup
  integer(c_int), bind(c, name="enzyme_const") :: enzyme_const
  integer, parameter :: n = 12
contains

  ! An array that is changed in place; the number of the step takes part.
  subroutine heat(u, c, steps, y)
    real(c_double) :: u(n), c(n), y
    integer(c_int) :: steps
    real(c_double) :: left, here
    integer :: t, i
    do t = 1, steps
      call irad_checkpoint(3_c_int64_t)
      left = u(1)
      do i = 2, n - 1
        here = u(i)
        u(i) = here + c(i) * (left - 2 * here + u(i + 1)) + 1d-3 * t * here * here
        left = here
      end do
    end do
    y = sum(u * u)
  end subroutine

  ! Whole arrays that are copied; the loop may end early.
  subroutine wave(u, c, steps, y)
    real(c_double) :: u(n), c(n), y
    integer(c_int) :: steps
    real(c_double) :: before(n), after(n)
    integer :: t, i
    before = u
    do t = 1, steps
      call irad_checkpoint(4_c_int64_t)
      after = 2 * u - before
      do i = 2, n - 1
        after(i) = after(i) + c(i) * (u(i + 1) - 2 * u(i) + u(i - 1))
      end do
      before = u
      u = after
      if (u(3) > 1d6) exit
    end do
    y = sum(u * u)
  end subroutine

  ! Pointers that are swapped.
  subroutine swapped(u, c, steps, y)
    real(c_double) :: u(n), c(n), y
    integer(c_int) :: steps
    real(c_double), target :: one(n), two(n)
    real(c_double), pointer :: now(:), after(:), other(:)
    integer :: t, i
    one = u
    two = 0
    now => one
    after => two
    t = 0
    do while (t < steps)
      call irad_checkpoint(0_c_int64_t)
      t = t + 1
      do i = 2, n - 1
        after(i) = now(i) + c(i) * (now(i + 1) - 2 * now(i) + now(i - 1))
      end do
      other => now
      now => after
      after => other
    end do
    u = now
    y = sum(u * u)
  end subroutine

  ! A subroutine that gets arrays with their shape.
  subroutine called(u, c, steps, y)
    real(c_double) :: u(n), c(n), y, total
    integer(c_int) :: steps
    integer :: t
    total = 0
    do t = 1, steps
      call irad_checkpoint(-1_c_int64_t)
      call step(u, c)
      total = total + sum(u * u)
    end do
    y = sum(u * u) + 0.1d0 * total
  end subroutine

  subroutine step(u, c)
    real(c_double), intent(inout) :: u(:)
    real(c_double), intent(in) :: c(:)
    integer :: i
    do i = 2, size(u) - 1
      u(i) = u(i) + c(i) * (u(i + 1) - 2 * u(i) + u(i - 1))
    end do
  end subroutine

  subroutine begin(u, c)
    real(c_double) :: u(n), c(n)
    integer :: i
    u = [(sin(0.1d0 * i), i = 1, n)]
    c = [(0.2d0 + 0.01d0 * i, i = 1, n)]
  end subroutine

  ! The largest difference of a gradient from central differences, beside its largest entry.
  function gap(f, du, dc, steps)
    external :: f
    real(c_double) :: du(n), dc(n), gap, u(n), c(n), ends(2), slope
    integer(c_int) :: steps
    integer :: i, k, side
    gap = 0
    do k = 1, 2
      do i = 1, n
        do side = 1, 2
          call begin(u, c)
          if (k == 1) u(i) = u(i) + (2 * side - 3) * 1d-6
          if (k == 2) c(i) = c(i) + (2 * side - 3) * 1d-6
          call f(u, c, steps, ends(side))
        end do
        slope = (ends(2) - ends(1)) / 2d-6
        gap = max(gap, abs(slope - merge(du(i), dc(i), k == 1)))
      end do
    end do
    gap = gap / max(maxval(abs(du)), maxval(abs(dc)))
  end function
end module

program main
  use simulations
  real(c_double) :: u(n), du(n), c(n), dc(n), y, dy
  integer(c_int) :: steps
  do steps = 1, 31, 10
    call start()
    call gradient(heat, enzyme_dup, u, du, enzyme_dup, c, dc, enzyme_const, steps, enzyme_dup, y, dy)
    if (gap(heat, du, dc, steps) > 1d-7) error stop 1
    call start()
    call gradient(wave, enzyme_dup, u, du, enzyme_dup, c, dc, enzyme_const, steps, enzyme_dup, y, dy)
    if (gap(wave, du, dc, steps) > 1d-7) error stop 2
    call start()
    call gradient(swapped, enzyme_dup, u, du, enzyme_dup, c, dc, enzyme_const, steps, enzyme_dup, y, dy)
    if (gap(swapped, du, dc, steps) > 1d-7) error stop 3
    call start()
    call gradient(called, enzyme_dup, u, du, enzyme_dup, c, dc, enzyme_const, steps, enzyme_dup, y, dy)
    if (gap(called, du, dc, steps) > 1d-7) error stop 4
  end do
  print *, "right", y
contains
  subroutine start()
    call begin(u, c)
    du = 0
    dc = 0
    dy = 1
  end subroutine
end program
