import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  tabs: readonly { title: string; content: ReactNode }[]
}

/** Fills the height that is left. The content of a tab is mounted while the tab is chosen. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Primitive.Root defaultValue={tabs[0]?.title} className="flex min-h-0 flex-1 flex-col">
      <Primitive.List aria-label={label} className="flex gap-x-1 border-b px-3">
        {tabs.map(({ title }) => (
          <Primitive.Trigger
            key={title}
            value={title}
            className="-mb-px rounded-t-md border-b-2 border-transparent px-3 py-2.5 text-sm font-medium text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset data-[state=active]:border-primary data-[state=active]:text-foreground"
          >
            {title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ title, content }) => (
        <Primitive.Content
          key={title}
          value={title}
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
