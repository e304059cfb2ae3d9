import { cn } from '@/lib/cn'

/** An S made of shelves, with a box on each. Keep public/favicon.svg the same. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <path
        d="M23.5 8H8.5v8h15v8h-15"
        className="fill-none stroke-white"
        strokeWidth="2.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M16.75 10.5h4.25v4.25h-4.25zM11 18.4h4.25v4.25H11z" className="fill-mark-box" />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-lg font-semibold tracking-tight">Stockie</span>{' '}
      <span className="rounded-sm border border-current px-1 py-px text-[0.625rem] font-semibold tracking-widest opacity-80">
        POS
      </span>
    </span>
  )
}
