/** The first Tab offers to jump over the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-primary text-sm font-medium text-primary-foreground outline-none focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5 focus:ring-[3px] focus:ring-ring/60"
    >
      Skip to content
    </a>
  )
}
