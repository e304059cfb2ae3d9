import { onTopCount } from './toast'

/**
 * Where a toast is to stand that comes now. On a phone the button of a form is at the bottom, and a list's
 * pager at the bottom right. Asked once for each: what stands stays where it stands.
 */
export function pickToastSide() {
  const isNarrow = window.matchMedia('(width < 40rem)').matches
  return isNarrow || onTopCount.get() > 0 ? 'top' : 'bottom'
}
