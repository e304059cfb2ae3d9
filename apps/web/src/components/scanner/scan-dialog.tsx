import { CameraOff } from 'lucide-react'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import { ModalDialog } from '@/components/crud/modal-dialog'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { type CameraRead, createReadFilter, type ReadFilter } from '@/lib/barcodes/barcode-reader'
import { scanWithCamera } from '@/lib/barcodes/camera'
import { cn } from '@/lib/cn'

interface ScanDialogProps {
  description: string
  /** Called for each read while codes are in the picture. Null as long as none can be looked up. */
  onRead: ((read: CameraRead) => void) | null
  onClose: () => void
  /** Knows what was in the picture before, if the dialog opens again for the same scan. */
  filter?: ReadFilter
  /** See useRestoredFocus. */
  moveFocus?: () => boolean
  /** Shown below the picture. */
  children?: ReactNode
}

/** Shows the camera's picture and reads the codes in it. */
export function ScanDialog(props: ScanDialogProps) {
  const { description, onRead, filter, onClose, moveFocus, children } = props
  // A state, because the dialog mounts its content after itself.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const close = useRef<HTMLButtonElement>(null)
  const { isOn, error, retry } = useCamera(video, { onRead, filter })

  function tryAgain() {
    // The button disappears.
    close.current?.focus()
    retry()
  }

  return (
    <ModalDialog
      title="Scan"
      description={description}
      onClose={onClose}
      moveFocus={moveFocus}
      className="max-w-md"
    >
      <div className="relative mt-4 aspect-4/3 shrink-0 overflow-hidden rounded-lg border bg-muted">
        <video
          ref={setVideo}
          aria-label="Picture of the camera"
          muted
          playsInline
          // Not display: none, with which Safari would pause it.
          className={cn('size-full object-cover', !isOn && 'invisible')}
        />
        {/* Keeps the code away from the edge, where a picture is less sharp. */}
        {isOn && (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-x-[12%] inset-y-[24%] rounded-lg border-2 border-white/80 shadow-[0_0_0_100vmax_rgb(0_0_0/0.3)]"
          />
        )}
        {!isOn && error === null && (
          <output className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-sm text-muted-foreground">
            <Spinner className="size-6" />
            Starting the camera...
          </output>
        )}
        {error !== null && (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center text-sm">
            <CameraOff aria-hidden className="size-8 text-muted-foreground" />
            <p role="alert">{error}</p>
          </div>
        )}
      </div>
      <div className="mt-4 grid min-h-19 content-start justify-items-center gap-3 text-center text-sm">
        {children}
      </div>
      <DialogFooter className="mt-4">
        {error !== null && (
          <Button type="button" variant="outline" onClick={tryAgain}>
            Try again
          </Button>
        )}
        <Button ref={close} type="button" onClick={onClose} className="min-w-24 only:col-span-2">
          Close
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}

/** Runs the camera while the dialog is open and its tab is visible. */
function useCamera(
  video: HTMLVideoElement | null,
  { onRead, filter: kept }: Pick<ScanDialogProps, 'onRead' | 'filter'>,
) {
  const [own] = useState(createReadFilter)
  const filter = kept ?? own
  const [isOn, setIsOn] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isVisible = useIsTabVisible()
  const mayRead = useEffectEvent(() => onRead !== null)
  const report = useEffectEvent((read: CameraRead) => onRead?.(read))

  useEffect(() => {
    if (!isVisible || !video || error !== null) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    scanWithCamera({
      video,
      signal,
      filter,
      onStart: () => setIsOn(true),
      mayRead: () => mayRead(),
      onRead: (read) => report(read),
    }).catch((reason: unknown) => {
      if (signal.aborted) return
      setIsOn(false)
      setError(reason instanceof Error ? reason.message : String(reason))
    })
    return () => {
      stopping.abort()
      setIsOn(false)
    }
  }, [isVisible, video, filter, error])

  return { isOn, error, retry: () => setError(null) }
}

function useIsTabVisible() {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'visible',
  )
}
