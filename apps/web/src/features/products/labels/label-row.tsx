import type { Product } from '@stockie/contracts'
import { useEffect, useRef } from 'react'

import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Spinner } from '@/components/ui/spinner'

const problems = {
  noCode: 'No code',
  tooLongForRoll: 'The code is too long for this label. Choose A4.',
  tooLong: 'The code is too long for a label. Give the product a shorter one.',
}

interface LabelRowProps {
  product: Product
  state: 'ready' | keyof typeof problems
  /** As typed. */
  count: string
  isInvalid: boolean
  isCreating: boolean
  /** One code is created at a time. */
  mayCreate: boolean
  /** The product has got its code in this dialog. */
  hasNewCode: boolean
  onCount: (count: string) => void
  onCreateCode: () => void
}

/** A product of the labels dialog, with the number of its labels. */
export function LabelRow(props: LabelRowProps) {
  const { product, state, count, isInvalid, isCreating, mayCreate, hasNewCode } = props
  const { onCount, onCreateCode } = props
  const field = useRef<HTMLInputElement>(null)
  const isReady = state === 'ready'

  useEffect(() => {
    if (!hasNewCode || !isReady) return
    // The button that created the code has disappeared. The dialog may have got its focus, or the user has moved on.
    if (!document.activeElement?.contains(field.current)) return
    field.current?.focus()
    field.current?.select()
  }, [hasNewCode, isReady])

  return (
    <li className="flex items-center gap-3 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={product.name}>
          {product.name}
        </p>
        {state === 'ready' ? (
          <p className="truncate text-muted-foreground">{product.code}</p>
        ) : (
          <p className="text-warning">{problems[state]}</p>
        )}
      </div>
      {state === 'noCode' && (
        <Button
          type="button"
          variant="outline"
          aria-label={`Create code for ${product.name}`}
          aria-disabled={!mayCreate}
          onClick={onCreateCode}
        >
          {isCreating && <Spinner />}
          Create code
        </Button>
      )}
      {isReady && (
        <Input
          ref={field}
          inputMode="numeric"
          aria-label={`Labels of ${product.name}`}
          aria-invalid={isInvalid}
          autoComplete="off"
          value={count}
          onChange={({ target }) => onCount(target.value)}
          className="w-18 text-right tabular-nums"
        />
      )}
    </li>
  )
}
