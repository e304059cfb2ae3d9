import { useLayoutEffect, type RefObject } from 'react'

/** So little room, as on a phone that lies or a page at 200 %, that there is none below a field's middle. */
const shortScreen = '(height < 30rem)'

/** Where the screen is short, a field goes up to the header, so that what it opens has all that is left. */
export function useRoomBelow(field: RefObject<HTMLElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    if (isOpen && window.matchMedia(shortScreen).matches) field.current?.scrollIntoView()
  }, [field, isOpen])
}
