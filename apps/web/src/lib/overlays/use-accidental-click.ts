import { useCallback, useState, type MouseEvent } from 'react'

/** In milliseconds. A dialog can open under the finger that touched its button. */
const ignoredTouchTime = 500

/** Tells the second half of a double click or double tap, which was not meant for what it opened. */
export function useAccidentalClick() {
  const [openedAt] = useState(() => performance.now())

  return useCallback(
    ({ detail, nativeEvent }: MouseEvent) => {
      const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
      return detail > 1 || (isTouch && performance.now() - openedAt < ignoredTouchTime)
    },
    [openedAt],
  )
}
