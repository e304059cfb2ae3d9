import type { ReactNode } from 'react'

import { cn } from '@/lib/cn'

const steps = ['Choose a file', 'Match columns', 'Preview', 'Import'] as const

type ImportStep = (typeof steps)[number]

function StepList({ current }: { current: ImportStep }) {
  const at = steps.indexOf(current)
  return (
    <ol
      aria-label="Steps"
      className="-mx-6 flex flex-wrap gap-x-5 gap-y-1 border-b px-6 pt-3 pb-4 text-[0.8125rem]"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cn(
            'flex items-center gap-2',
            index === at ? 'font-medium' : 'text-muted-foreground max-sm:hidden',
          )}
        >
          <span
            aria-hidden
            className={cn(
              'grid size-5 place-items-center rounded-full border text-xs tabular-nums',
              index === at && 'border-primary bg-primary text-primary-foreground',
            )}
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

interface StepFrameProps {
  step: ImportStep
  footer: ReactNode
  children: ReactNode
}

/** The part of a step that scrolls, and its buttons below. It takes the focus when the step begins. */
export function StepFrame({ step, footer, children }: StepFrameProps) {
  return (
    <>
      <StepList current={step} />
      <section
        ref={focusFirst}
        aria-label={step}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="-mx-6 min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-4 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
      >
        {children}
      </section>
      <div className="-mx-6 flex flex-wrap items-center justify-end gap-2 border-t px-6 py-4">
        {footer}
      </div>
    </>
  )
}

/** The buttons of the step before are gone. The dialog itself focuses the first step. */
function focusFirst(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
  else if (element?.closest('[role=dialog]')?.contains(document.activeElement)) element.focus()
}
