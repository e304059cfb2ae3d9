import { clsx, type ClassValue } from 'clsx'

let settle = (classes: string) => classes

/** Of two classes that contradict each other the later one holds. */
export function cn(...classes: ClassValue[]) {
  return settle(clsx(classes))
}

/** Who settles that is as large as the login page without it, which has nothing to settle: app.tsx brings it. */
export function setClassMerger(merge: typeof settle) {
  settle = merge
}
