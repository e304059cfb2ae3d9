import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

import { cn } from '@/lib/cn'
import { usePopupState } from './popup-state'

const item = `relative flex items-center gap-2.5 rounded-sm px-2.5 py-2 text-sm outline-none
  select-none focus:bg-accent focus:text-accent-foreground data-disabled:pointer-events-none
  data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground`

/** Not modal: a modal menu locks the page's scroll with a <style> that the CSP forbids. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} {...usePopupState(props)} />
}

export function DropdownMenuTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  return <Primitive.Trigger data-slot="dropdown-menu-trigger" {...props} />
}

/** Rendered in place instead of at the end of the body, so that it stays inside its landmark. */
export function DropdownMenuContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      data-slot="dropdown-menu-content"
      sideOffset={sideOffset}
      collisionPadding={8}
      className={cn(
        `z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 overflow-y-auto overscroll-contain origin-(--radix-dropdown-menu-content-transform-origin) rounded-lg border
        bg-popover p-1 text-popover-foreground shadow-lg data-[state=open]:animate-in
        data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95`,
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item data-slot="dropdown-menu-item" className={cn(item, className)} {...props} />
  )
}

export function DropdownMenuRadioGroup(props: ComponentProps<typeof Primitive.RadioGroup>) {
  return <Primitive.RadioGroup data-slot="dropdown-menu-radio-group" {...props} />
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(item, 'pr-9', className)}
      {...props}
    >
      {children}
      <Primitive.ItemIndicator className="absolute right-2.5 [&_svg]:text-primary">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  )
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
      className={cn(item, 'pr-9', className)}
      {...props}
    >
      {children}
      <Primitive.ItemIndicator className="absolute right-2.5 [&_svg]:text-primary">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return (
    <Primitive.Label
      data-slot="dropdown-menu-label"
      className={cn('px-2.5 py-2 text-sm', className)}
      {...props}
    />
  )
}

export function DropdownMenuSeparator({
  className,
  ...props
}: ComponentProps<typeof Primitive.Separator>) {
  return (
    <Primitive.Separator
      data-slot="dropdown-menu-separator"
      className={cn('-mx-1 my-1 h-px bg-border', className)}
      {...props}
    />
  )
}
