import { useEffect, useReducer, type ComponentType } from 'react'

import { importFailure, importOrReload } from '@/lib/lazy-import'
import { useBackCloses } from '@/lib/overlays/overlay-history'
import { toastError } from '@/lib/toast'

import { Spinner } from '@/components/ui/spinner'

interface DialogProps {
  /** By default the dialog is open while it is mounted. */
  isOpen?: boolean
  onClose: () => void
}

const dialogLoaders = new Set<() => Promise<unknown>>()

/** Fetches all dialogs ahead, so that the first click opens one at once. */
export function preloadDialogs() {
  return Promise.allSettled(Array.from(dialogLoaders, (loadDialog) => loadDialog()))
}

/**
 * Creates a dialog that is fetched when it first opens. If that fails it shows a toast and closes. The next
 * click retries; a browser that caches the failed import needs the reload that importOrReload does.
 * Back closes it while it loads, except in a popover, which decides that itself.
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  place: 'page' | 'popover' = 'page',
) {
  let Dialog: ComponentType<Props> | undefined

  async function loadDialog() {
    Dialog = await load()
  }
  dialogLoaders.add(loadDialog)

  return function LazyDialog(props: Props) {
    const { isOpen = true, onClose } = props
    const [, rerender] = useReducer((loads: number) => loads + 1, 0)
    useBackCloses(isOpen && !Dialog && place === 'page', onClose)

    useEffect(() => {
      if (Dialog || !isOpen) return undefined
      let isActive = true
      importOrReload(loadDialog).then(
        () => isActive && rerender(),
        (error: unknown) => {
          if (!isActive) return
          toastError(importFailure(error))
          onClose()
        },
      )
      return () => {
        isActive = false
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
