import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'

import { readQuantity } from './read-quantity'

interface QuantityInputProps {
  /** Of the product. */
  name: string
  value: number
  max: number
  onChange: (quantity: number) => void
  /** By Enter: the next product is looked for. */
  onLeave: () => void
}

export function QuantityInput({ name, value, max, onChange, onLeave }: QuantityInputProps) {
  function type(input: HTMLInputElement) {
    const quantity = readQuantity(input.value, max)
    if (input.value !== String(quantity)) {
      input.value = String(quantity)
      // So that what is typed next takes its place.
      if (quantity === 1) input.select()
    }
    onChange(quantity)
  }

  function leaveByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onLeave()
  }

  return (
    <div className="flex items-center">
      <Button
        type="button"
        variant="outline"
        size="icon"
        aria-label={`One less of ${name}`}
        // Not disabled, which would drop the focus.
        aria-disabled={value <= 1}
        className="rounded-r-none"
        onClick={() => value > 1 && onChange(value - 1)}
      >
        <Minus aria-hidden />
      </Button>
      <Input
        ref={ignoreWheel}
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        aria-label={`Quantity of ${name}`}
        data-slot="quantity"
        min={1}
        max={max}
        step={1}
        required
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target)}
        onKeyDown={leaveByKey}
        className="relative -mx-px w-20 [appearance:textfield] rounded-none px-1 text-center tabular-nums focus-visible:z-10 @max-xs:w-14 [&::-webkit-inner-spin-button]:hidden"
      />
      <Button
        type="button"
        variant="outline"
        size="icon"
        aria-label={`One more of ${name}`}
        aria-disabled={value >= max}
        className="rounded-l-none"
        onClick={() => value < max && onChange(value + 1)}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  )
}

/** Who scrolls over the field does not mean another quantity. React's own listener comes too late. */
function ignoreWheel(input: HTMLInputElement | null) {
  function stop(event: WheelEvent) {
    if (document.activeElement === input) event.preventDefault()
  }

  input?.addEventListener('wheel', stop, { passive: false })
  return () => input?.removeEventListener('wheel', stop)
}
