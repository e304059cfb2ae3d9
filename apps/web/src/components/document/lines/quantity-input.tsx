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
 * A native number field turns '1,5' into 15. This rejects a non-digit and all digits after it, until the
 * user deletes something or moves the caret. Blanks are dropped silently: '1 000' is 1000.
 */
export function rejectNonDigits(input: HTMLInputElement | null, onReject: () => void) {
  const listeners = new AbortController()
  const { signal } = listeners
  let isRejecting = false
  const accept = () => (isRejecting = false)

  function filterInput(event: InputEvent) {
    if (!event.data) accept()
    else if (event.data.trim() === '') event.preventDefault()
    else if (isRejecting || !/^\s*\d+\s*$/.test(event.data)) {
      event.preventDefault()
      if (!isRejecting) onReject()
      isRejecting = true
    }
  }

  function acceptOnCaretMove({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || /^(?:Arrow|Home|End)/.test(key)) accept()
  }

  input?.addEventListener('beforeinput', filterInput, { signal })
  input?.addEventListener('keydown', acceptOnCaretMove, { signal })
  input?.addEventListener('pointerdown', accept, { signal })
  input?.addEventListener('focus', accept, { signal })
  return () => listeners.abort()
}

interface QuantityInputProps {
  /** The name of the product. */
  name: string
  value: number
  /** 1 by default. */
  min?: number
  max: number
  /** The text as typed. */
  text: string
  /** The id of the note that another quantity counts. */
  noteId: string | undefined
  isInvalid?: boolean
  onType: (text: string) => void
  /** Called when typed or pasted text is rejected. */
  onReject: () => void
  onStep: (by: number) => void
  onBlur: () => void
  /** Called on Enter, to go on to the next product. */
  onLeave: () => void
}

const steps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
])

export function QuantityInput(props: QuantityInputProps) {
  const {
    name,
    value,
    min = 1,
    max,
    text,
    noteId,
    isInvalid = false,
    onType,
    onReject,
    onStep,
    onLeave,
  } = props
  const field = useRef<HTMLInputElement>(null)
  const reject = useEffectEvent(onReject)
  useEffect(() => rejectNonDigits(field.current, () => reject()), [])

  function changeText({ target }: ChangeEvent<HTMLInputElement>) {
    if (target.value === '') {
      target.value = String(min)
      // Selected, so that the next digit replaces it.
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
        // Not `disabled`, which would drop the focus.
        aria-disabled={value <= min}
        className="rounded-r-none"
        onClick={() => value > min && onStep(-1)}
      >
        <Minus aria-hidden />
      </Button>
      <Input
        ref={field}
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        min={min}
        max={max}
        step={1}
        aria-label={`Quantity of ${name}`}
        aria-describedby={noteId}
        aria-invalid={isInvalid}
        data-slot="quantity"
        required
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={changeText}
        onBlur={props.onBlur}
        onKeyDown={pressKey}
        // In Chromium, hiding the spin button also keeps the wheel from changing the quantity.
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
