import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  /** A tab whose title may change has a name. */
  tabs: readonly { title: string; name?: string; content: ReactNode }[]
  /** The name of the tab that is open before the user chooses. */
  initial?: string | undefined
}

/** Fills the height that is left. The content of a tab is mounted while the tab is chosen. */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const [first] = tabs
  return (
    <Primitive.Root
      defaultValue={initial ?? first?.name ?? first?.title}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Primitive.List aria-label={label} className="flex flex-wrap gap-x-1 border-b px-3">
        {tabs.map(({ title, name = title }) => (
          <Primitive.Trigger
            key={name}
            value={name}
            className="-mb-px rounded-t-md border-b-2 border-transparent px-3 py-2.5 text-sm font-medium text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset data-[state=active]:border-primary data-[state=active]:text-foreground"
          >
            {title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ title, name = title, content }) => (
        <Primitive.Content
          key={name}
          value={name}
          // Tab leads to what is inside instead.
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
        >
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
