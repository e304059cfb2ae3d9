import { importFailure } from '@/lib/lazy-import'
import {
  type BarcodeReader,
  type CameraRead,
  createBarcodeReader,
  type ReadFilter,
} from './barcode-reader'

/** Says why there is no picture, and what the user can do. */
class CameraError extends Error {
  override name = 'CameraError'
}

const messages = {
  insecure:
    'The camera needs https. Open Stockie at an address that begins with https://, or type the code.',
  missing: 'This device has no camera. Type the code instead.',
  refused:
    "The browser may not use the camera. Allow it in the browser's settings for this page, then try again.",
  busy: 'Another program uses the camera. Close it, then try again.',
  failed: 'The camera did not start. Try again.',
  stopped: 'The camera stopped. Try again.',
}

/** The messages of the browser's errors. */
const messageOf: Record<string, string | undefined> = {
  NotFoundError: messages.missing,
  OverconstrainedError: messages.missing,
  NotAllowedError: messages.refused,
  SecurityError: messages.refused,
  NotReadableError: messages.busy,
  AbortError: messages.busy,
}

/** Whether a camera is possible. On a touch device without https, the dialog says what is missing. */
export function mayHaveCamera() {
  return hasCameraAccess() || window.matchMedia('(pointer: coarse)').matches
}

/** Old browsers, and all browsers on a page without https, lack it. */
function hasCameraAccess() {
  return 'mediaDevices' in navigator && navigator.mediaDevices !== undefined
}

async function openCamera() {
  if (!hasCameraAccess()) {
    throw new CameraError(window.isSecureContext ? messages.missing : messages.insecure)
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new CameraError(messageOf[name] ?? messages.failed, { cause: error })
  }
}

/** The pause between two pictures that are read, in milliseconds. */
const pause = 150

interface CameraScan {
  video: HTMLVideoElement
  /** Stops the camera. */
  signal: AbortSignal
  /** Tells which codes are new. One that is kept knows what was in the picture before. */
  filter: ReadFilter
  onStart: () => void
  /** While it is false, the picture is shown but not read. */
  mayRead?: () => boolean
  onRead: (read: CameraRead) => void
}

/** Shows the camera's picture and reads its codes until the signal. Throws a CameraError without a picture. */
export async function scanWithCamera(scan: CameraScan) {
  const { video, signal, onStart } = scan
  // Load the decoder while the browser asks for the permission. Its failure is thrown below.
  const loading = createBarcodeReader()
  loading.catch(() => {})
  const stream = await openCamera()
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    // The next scan may use the same element.
    if (video.srcObject === stream) video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  let hasStarted = false
  try {
    video.srcObject = stream
    await video.play()
    const read = await loading.catch((error: unknown) => {
      throw new CameraError(importFailure(error), { cause: error })
    })
    hasStarted = true
    if (!signal.aborted) onStart()
    await readCodes(scan, { read, isLive: () => stream.active })
  } catch (error) {
    stop()
    if (signal.aborted) return
    if (error instanceof CameraError) throw error
    throw new CameraError(hasStarted ? messages.stopped : messages.failed, { cause: error })
  }
}

interface Reading {
  read: BarcodeReader
  /** False if the camera was unplugged. */
  isLive: () => boolean
}

async function readCodes(scan: CameraScan, { read: readPicture, isLive }: Reading) {
  const { video, signal, filter, mayRead = () => true, onRead } = scan
  while (!signal.aborted) {
    if (!isLive()) throw new CameraError(messages.missing)
    const codes = mayRead() ? await readPicture(video) : []
    // The signal may have come during the read.
    if (signal.aborted) return
    const texts = new Set(codes.map((code) => code.trim()).filter(Boolean))
    const read = filter([...texts], performance.now())
    if (read.present.length > 0) onRead(read)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
