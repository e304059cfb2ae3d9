/** Shows which one it was. Where nothing should move, the colour stays for as long, and goes. */
export function flash(row: HTMLElement) {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const backgroundColor = ['color-mix(in srgb, var(--primary) 22%, transparent)', 'transparent']
  row.animate({ backgroundColor }, { duration: 1200, easing: isStill ? 'step-end' : 'ease-in' })
}
