import { useEffect, useReducer, type ComponentType } from 'react'

import { ApiError } from '@/lib/api/api-error'
import { importOrReload } from '@/lib/lazy-import'
import { toastError } from '@/lib/toast'

import { Spinner } from './ui/spinner'

interface DialogProps {
  /** Without it, it is open while it is mounted. */
  isOpen?: boolean
  onClose: () => void
}

const all = new Set<() => Promise<unknown>>()

/** Ahead of the first click on each, so that it is there at once. */
export function preloadDialogs() {
  return Promise.allSettled(Array.from(all, (prepare) => prepare()))
}

/**
 * A dialog that is fetched when it is first wanted. One that cannot come says so and closes: the next
 * click is a new attempt, or in a browser that keeps a failed one the reload after which it comes.
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  let Dialog: ComponentType<Props> | undefined

  async function prepare() {
    Dialog = await load()
  }
  all.add(prepare)

  return function LazyDialog(props: Props) {
    const { isOpen = true, onClose } = props
    const [, showLoaded] = useReducer((loads: number) => loads + 1, 0)

    useEffect(() => {
      if (Dialog || !isOpen) return undefined
      let isWanted = true
      importOrReload(prepare).then(
        () => isWanted && showLoaded(),
        (error: unknown) => {
          if (!isWanted) return
          toastError(sentenceOf(error))
          onClose()
        },
      )
      return () => {
        isWanted = false
      }
    }, [isOpen, onClose])

    if (Dialog) return <Dialog {...props} />
    if (!isOpen) return null
    return (
      <output
        aria-label="Loading"
        className="pointer-events-none fixed inset-0 z-50 grid place-items-center"
      >
        <span className="rounded-full border bg-popover p-3 shadow-md">
          <Spinner className="size-8 text-primary" />
        </span>
      </output>
    )
  }
}

function sentenceOf(error: unknown) {
  return error instanceof ApiError ? error.message : 'Something went wrong. Please reload the page.'
}
