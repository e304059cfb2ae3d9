import { limits } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'

import { shop } from '@/components/slip/shop-settings'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'

interface CoverFieldProps {
  /** Undefined for the number of the shop. */
  value: number | undefined
  onChange: (days: number | undefined) => void
}

/** How many days a stock should last, for this list only. The shop's settings hold the number that counts otherwise. */
export function CoverField({ value, onChange }: CoverFieldProps) {
  const id = useId()
  const { data } = useQuery(shop)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(value ?? data?.coverDays ?? '')
  const isValid = typed === null || parseDays(typed) !== undefined

  function settle() {
    if (typed === null) return
    setTyped(null)
    const days = parseDays(typed)
    if (days !== undefined) onChange(days === data?.coverDays ? undefined : days)
    else if (typed.trim() === '') onChange(undefined)
  }

  function settleByKey(event: KeyboardEvent) {
    if (event.key === 'Enter') settle()
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-6 py-3 text-sm">
      <Label htmlFor={id}>Days of cover</Label>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={!isValid}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
        onKeyDown={settleByKey}
        className="w-16 text-right tabular-nums"
      />
      <p id={`${id}-note`} aria-live="polite" className="text-muted-foreground">
        {isValid ? 'Lists products that last fewer days.' : `From 1 to ${limits.coverDays}.`}
      </p>
    </div>
  )
}

function parseDays(text: string) {
  const days = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= limits.coverDays ? days : undefined
}
