import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'
import { usePopupState } from './popup-state'

/** Not modal: a modal popover locks the page's scroll with a <style> that the CSP forbids. */
export function Popover(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...props} {...usePopupState(props)} />
}

export function PopoverTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  return <Primitive.Trigger data-slot="popover-trigger" {...props} />
}

/** Places the content beside another element than the trigger. */
export const PopoverAnchor = Primitive.Anchor

interface PopoverContentProps extends ComponentProps<typeof Primitive.Content> {
  container?: HTMLElement | null
}

/** Rendered at the end of its landmark, where no scrolling parent cuts it off. */
export function PopoverContent({
  container = document.getElementById('main'),
  className,
  align = 'start',
  sideOffset = 6,
  ...props
}: PopoverContentProps) {
  return (
    <Primitive.Portal container={container}>
      <Primitive.Content
        data-slot="popover-content"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          `z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)]
          origin-(--radix-popover-content-transform-origin) overflow-y-auto rounded-lg border
          bg-popover p-3 text-popover-foreground shadow-lg outline-none
          data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95`,
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}
