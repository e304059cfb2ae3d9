import { Minus, Plus } from 'lucide-react'
import type { ChangeEvent, KeyboardEvent } from 'react'

import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'

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
  onStep: (by: number) => void
  onBlur: () => void
  /** By Enter: the next product is looked for. */
  onLeave: () => void
}

const steps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
])

/** A field of text, as that for amounts: of '1,5' the browser's own for numbers keeps 15. */
export function QuantityInput(props: QuantityInputProps) {
  const { name, value, max, text, noteId, onType, onStep, onLeave } = props

  function type({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    if (target.value === '' && !isComposing) {
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
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- that one hides what is no number
        role="spinbutton"
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        aria-label={`Quantity of ${name}`}
        aria-describedby={noteId}
        aria-valuenow={value}
        aria-valuetext={text}
        aria-valuemin={1}
        aria-valuemax={max}
        data-slot="quantity"
        required
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={type}
        onBlur={props.onBlur}
        onKeyDown={pressKey}
        className="relative -mx-px w-20 rounded-none px-1 text-center tabular-nums focus-visible:z-10 @max-xs:w-14"
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
