/** How a row of the navigation looks, whether it leads somewhere or opens a group. */
export const navRow = `flex h-10 w-full items-center gap-3 rounded-md px-3 text-sm
  text-sidebar-foreground outline-none transition-colors hover:bg-sidebar-accent/60
  focus-visible:ring-2 focus-visible:ring-sidebar-ring`
