import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** A new page begins at its top. Going back, the browser finds the old place by itself. */
export function useScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current !== pathname && !isBack) window.scrollTo(0, 0)
    shown.current = pathname
  }, [pathname, isBack])
}
