import '@/index.css'

import { BrowserRouter } from 'react-router-dom'
import { twMerge } from 'tailwind-merge'

import { setClassMerger } from '@/lib/cn'

import { ErrorBoundary } from './error-boundary'
import { AppRoutes } from './routes'

setClassMerger(twMerge)

export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
    </BrowserRouter>
  )
}
