import { Monitor, Moon, Sun } from 'lucide-react'

import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { themePreferences, useTheme } from '@/lib/theme'

const themes = {
  light: { title: 'Light', icon: Sun },
  dark: { title: 'Dark', icon: Moon },
  system: { title: 'System', icon: Monitor },
}

export function ThemeMenu() {
  const { preference, shown, choose } = useTheme()
  const ShownIcon = themes[shown].icon
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Theme">
          <ShownIcon aria-hidden className="size-5" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={preference}>
          {themePreferences.map((name) => {
            const { title, icon: Icon } = themes[name]
            return (
              <DropdownMenuRadioItem key={name} value={name} onSelect={() => choose(name)}>
                <Icon aria-hidden />
                {title}
              </DropdownMenuRadioItem>
            )
          })}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
