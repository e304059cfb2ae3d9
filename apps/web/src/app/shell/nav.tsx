import { navItems } from '@/app/nav-items'

import { NavEntry } from './nav-entry'
import { NavGroup } from './nav-group'

/** The navigation, in the sidebar and in the drawer. */
export function Nav() {
  return (
    <nav aria-label="Main" className="flex-1 overflow-y-auto p-3">
      <ul className="grid gap-1">
        {navItems.map((item) => (
          <li key={item.title}>
            {'path' in item ? <NavEntry {...item} /> : <NavGroup {...item} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}
