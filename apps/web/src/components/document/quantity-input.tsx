import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ChangeEvent, type KeyboardEvent } from 'react'

import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'

import { watchQuantityField } from './watch-quantity-field'

interface QuantityInputProps {
  /** Of the product. */
  name: string
  value: number
  max: number
  /** As it was typed. */
  text: string
  /** The id of what says that something else counts. */
  noteId: string | undefined
  onType: (text: string) => void
  /** What is no digit was typed or pasted, and is not taken. */
  onRefuse: () => void
  onStep: (by: number) => void
  onBlur: () => void
  /** By Enter: the next product is looked for. */
  onLeave: () => void
}

const steps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
])

export function QuantityInput(props: QuantityInputProps) {
  const { name, value, max, text, noteId, onType, onRefuse, onStep, onLeave } = props
  const field = useRef<HTMLInputElement>(null)
  const refuse = useEffectEvent(onRefuse)
  useEffect(() => watchQuantityField(field.current, () => refuse()), [])

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.value === '') {
      target.value = '1'
      // So that what is typed next takes its place.
      target.select()
    }
    onType(target.value)
  }

  function pressKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const by = steps.get(event.key)
    if (by === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (by === undefined) onLeave()
    else onStep(by)
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
        onClick={() => value > 1 && onStep(-1)}
      >
        <Minus aria-hidden />
      </Button>
      <Input
        ref={field}
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        min={1}
        max={max}
        step={1}
        aria-label={`Quantity of ${name}`}
        aria-describedby={noteId}
        data-slot="quantity"
        required
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={type}
        onBlur={props.onBlur}
        onKeyDown={pressKey}
        className="relative -mx-px w-20 [appearance:textfield] rounded-none px-1 text-center tabular-nums focus-visible:z-10 @max-xs:w-14 [&::-webkit-inner-spin-button]:hidden"
      />
      <Button
        type="button"
        variant="outline"
        size="icon"
        aria-label={`One more of ${name}`}
        aria-disabled={value >= max}
        className="rounded-l-none"
        onClick={() => value < max && onStep(1)}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  )
}
