import { Minus, Plus } from 'lucide-react'
import {
  type ChangeEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'

import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'

/**
 * Of '1,5' the browser's own field for numbers would keep 15. So what is no digit is refused, and so are
 * the digits that follow it, until something is deleted or the caret goes elsewhere. A blank alone is not
 * taken either, but says nothing: '1 000' is 1000. And who scrolls over the field does not mean another
 * quantity: React's own listener for that comes too late.
 */
export function rejectNonDigits(input: HTMLInputElement | null, onRefuse: () => void) {
  const listening = new AbortController()
  const { signal } = listening
  let isRefusing = false
  const accept = () => (isRefusing = false)

  function take(event: InputEvent) {
    if (!event.data) accept()
    else if (event.data.trim() === '') event.preventDefault()
    else if (isRefusing || !/^\s*\d+\s*$/.test(event.data)) {
      event.preventDefault()
      if (!isRefusing) onRefuse()
      isRefusing = true
    }
  }

  function press({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || /^(?:Arrow|Home|End)/.test(key)) accept()
  }

  function stay(event: WheelEvent) {
    if (document.activeElement === input) event.preventDefault()
  }

  input?.addEventListener('beforeinput', take, { signal })
  input?.addEventListener('keydown', press, { signal })
  input?.addEventListener('pointerdown', accept, { signal })
  input?.addEventListener('focus', accept, { signal })
  input?.addEventListener('wheel', stay, { signal, passive: false })
  return () => listening.abort()
}

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
  useEffect(() => rejectNonDigits(field.current, () => refuse()), [])

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.value === '') {
      target.value = '1'
      // So that what is typed next takes its place.
      target.select()
    }
    onType(target.value)
  }

  function pressKey(event: ReactKeyboardEvent) {
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
