import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type CameraRead, createReadFilter } from './barcode-reader'
import { mayHaveCamera, scanWithCamera } from './camera'

const video = document.createElement('video')
const detect = vi.fn<() => Promise<{ rawValue: string }[]>>()

const inPicture = (...codes: string[]) => ({ added: codes, present: codes })

function stubCamera(getUserMedia: () => Promise<unknown>) {
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
}

function fakeStream() {
  const track = { stop: vi.fn<() => void>() }
  return { active: true, track, getTracks: () => [track] }
}

function scan(signal = new AbortController().signal) {
  const seen = { onStart: vi.fn<() => void>(), onRead: vi.fn<(read: CameraRead) => void>() }
  return { ...seen, done: scanWithCamera({ video, signal, filter: createReadFilter(), ...seen }) }
}

beforeEach(() => {
  detect.mockReset()
  detect.mockResolvedValue([{ rawValue: ' 4006381333931 ' }])
  vi.spyOn(video, 'play').mockResolvedValue()
  Object.defineProperty(video, 'srcObject', { value: null, writable: true, configurable: true })
  const Detector = class {
    static getSupportedFormats = () =>
      Promise.resolve(['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code'])
    detect = () => detect()
  }
  vi.stubGlobal('BarcodeDetector', Detector)
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test.each([
  ['NotFoundError', /^This device has no camera/],
  ['OverconstrainedError', /^This device has no camera/],
  ['NotAllowedError', /^The browser may not use the camera/],
  ['NotReadableError', /^Another program uses the camera/],
  ['UnheardOfError', /^The camera did not start/],
])('the scanner says what is missing after a %s of the browser', async (name, message) => {
  stubCamera(() => Promise.reject(new DOMException('', name)))
  await expect(scan().done).rejects.toThrow(message)
})

test('the scanner says that https is missing', async () => {
  vi.stubGlobal('isSecureContext', false)
  await expect(scan().done).rejects.toThrow(/^The camera needs https\./)
})

test('only a touch device offers a scan on a page without https, which has no access to cameras', () => {
  const pointer = { matches: true } as MediaQueryList
  vi.spyOn(window, 'matchMedia').mockImplementation(() => pointer)
  expect(mayHaveCamera()).toBe(true)
  Object.assign(pointer, { matches: false })
  expect(mayHaveCamera()).toBe(false)
  stubCamera(() => Promise.reject(new Error()))
  expect(mayHaveCamera()).toBe(true)
})

test('a camera that starts after its dialog was closed stops at once', async () => {
  const stopping = new AbortController()
  const stream = fakeStream()
  stubCamera(() => {
    stopping.abort()
    return Promise.resolve(stream)
  })
  const { done, onStart } = scan(stopping.signal)
  await done
  expect(stream.track.stop).toHaveBeenCalledOnce()
  expect(onStart).not.toHaveBeenCalled()
})

test('the camera reads codes until its dialog is closed', async () => {
  const stopping = new AbortController()
  const stream = fakeStream()
  stubCamera(() => Promise.resolve(stream))
  const { done, onStart, onRead } = scan(stopping.signal)
  await vi.waitFor(() => expect(onStart).toHaveBeenCalled())
  await vi.waitFor(() => expect(onRead.mock.calls).toEqual([[inPicture('4006381333931')]]))
  expect(stream.track.stop).not.toHaveBeenCalled()
  stopping.abort()
  await done
  expect(stream.track.stop).toHaveBeenCalledOnce()
  expect(video.srcObject).toBeNull()
})

test('the scanner says that the camera is gone after it was unplugged', async () => {
  const stream = fakeStream()
  stubCamera(() => Promise.resolve(stream))
  const { done, onStart } = scan()
  await vi.waitFor(() => expect(onStart).toHaveBeenCalled())
  stream.active = false
  await expect(done).rejects.toThrow(/^This device has no camera/)
  expect(stream.track.stop).toHaveBeenCalledOnce()
})

test('the codes of one picture are read together, each once', async () => {
  const stopping = new AbortController()
  stubCamera(() => Promise.resolve(fakeStream()))
  detect.mockResolvedValue([' A', 'B', 'A '].map((rawValue) => ({ rawValue })))
  const { done, onRead } = scan(stopping.signal)
  await vi.waitFor(() => expect(onRead.mock.calls).toEqual([[inPicture('A', 'B')]]))
  stopping.abort()
  await done
})

test('the scanner says in its own words that a picture cannot be shown or read', async () => {
  vi.spyOn(video, 'play').mockRejectedValueOnce(new DOMException('Raw words', 'NotSupportedError'))
  stubCamera(() => Promise.resolve(fakeStream()))
  await expect(scan().done).rejects.toThrow(/^The camera did not start\. Try again\.$/)
  detect.mockRejectedValue(new DOMException('Raw words', 'InvalidStateError'))
  await expect(scan().done).rejects.toThrow(/^The camera stopped\. Try again\.$/)
})
