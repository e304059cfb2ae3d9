import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { preloadApp, AppRoot } from '@/app/app-root'
import { watchAttendance } from '@/lib/session/attendance'
import { syncWithOtherTabs } from '@/lib/session/other-tabs'
import { startSession } from '@/lib/session/session'
import { watchTheme } from '@/lib/theme'
import { readToken } from '@/lib/session/session-store'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchTheme()
watchAttendance()
syncWithOtherTabs()
void startSession()
// A signed-in user needs the app, so it loads while the session is checked.
if (readToken() !== null) preloadApp()

const page = (
  <StrictMode>
    <AppRoot path={window.location.pathname} />
  </StrictMode>
)
// index.html already shows the login page that the build prerendered.
if (root.hasChildNodes()) hydrateRoot(root, page)
else createRoot(root).render(page)
