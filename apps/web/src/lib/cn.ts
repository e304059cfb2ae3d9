import { clsx, type ClassValue } from 'clsx'

let mergeClasses = (classes: string) => classes

/** If two classes contradict each other, the later class applies. */
export function cn(...classes: ClassValue[]) {
  return mergeClasses(clsx(classes))
}

/**
 * app.tsx sets tailwind-merge. It is as large as the rest of the login page, which has no classes
 * to merge.
 */
export function setClassMerger(merge: typeof mergeClasses) {
  mergeClasses = merge
}
