/** Stays at the right while the rest is scrolled below it, and lets that fade away. */
export const stickyEnd = `sticky right-0 bg-(--row) before:pointer-events-none before:absolute
  before:inset-y-0 before:right-full before:w-4 before:bg-linear-to-l before:from-(--row)
  print:hidden`
