module enzyme
  interface
    subroutine gradient(f, tag1, x, dx, tag2, n, tag3, y, dy) bind(c, name="__enzyme_autodiff_norm")
      use iso_c_binding
      external :: f
      integer(c_int), value :: tag1, tag2, tag3
      real(c_double) :: x(*), dx(*), y, dy
      integer(c_int) :: n
    end subroutine
    subroutine tangent(f, tag1, x, dx, tag2, n, tag3, y, dy) bind(c, name="__enzyme_fwddiff_norm")
      use iso_c_binding
      external :: f
      integer(c_int), value :: tag1, tag2, tag3
      real(c_double) :: x(*), dx(*), y, dy
      integer(c_int) :: n
    end subroutine
  end interface
  integer(4), bind(c, name="enzyme_dup") :: enzyme_dup
  integer(4), bind(c, name="enzyme_const") :: enzyme_const
end module

subroutine norm(x, n, y)
  integer(4) :: n
  real(8) :: x(n), y
  integer :: i
  y = 0
  do i = 1, n
    y = y + x(i)**3 * exp(x(1))
  end do
end subroutine

program main
  use enzyme
  external :: norm
  real(8) :: x(4), dx(4), y, dy, want
  integer :: i
  x = [1d0, 2d0, 3d0, 4d0]
  dx = 0
  dy = 1
  call gradient(norm, enzyme_dup, x, dx, enzyme_const, 4, enzyme_dup, y, dy)
  do i = 1, 4
    want = 3 * x(i)**2 * exp(1d0)
    if (i == 1) want = want + 100 * exp(1d0)
    if (abs(dx(i) - want) > 1d-11 * abs(want)) error stop 1
  end do
  dx = [1, 0, 0, 1]
  call tangent(norm, enzyme_dup, x, dx, enzyme_const, 4, enzyme_dup, y, dy)
  if (abs(dy - (3 + 100 + 48) * exp(1d0)) > 1d-9) error stop 2
  print *, "right", y
end program
