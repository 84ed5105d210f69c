; What a frontend says of a parameter: a pointer to a double, and eight bytes behind it an integer.
define void @f(ptr "enzyme_type"="{[-1]:Pointer, [-1,0]:Float@double, [-1,8]:Integer, [-1,9]:Integer}" %x) {
  %a = load i64, ptr %x ; %x: double
  %p = getelementptr i8, ptr %x, i64 8 ; %x + 8: int
  %b = load i16, ptr %p ; %x + 8: int
  ret void
}
