// Runs in every page of a measure, Stockie's and an anchor's alike, before any script of its own.
;(function () {
  // Milliseconds; the first row by the clock on the wall, and all 0 while there is none.
  var loading = { paint: 0, firstRow: 0 }
  new PerformanceObserver(function (list) {
    list.getEntries().forEach(function (entry) {
      loading.paint = entry.startTime
    })
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  /** From the next such event to the frame that shows other rows than now. */
  function timeToRows(eventName) {
    var began = null
    var before = shownRows()
    return new Promise(function (resolve, reject) {
      window.addEventListener(
        eventName,
        function (event) {
          // When the browser got it: waiting until the page was ready to hear it counts.
          began = event.timeStamp
        },
        { capture: true, once: true },
      )
      var observer = new MutationObserver(function () {
        if (began === null || shownRows() === before) return
        observer.disconnect()
        afterPaint(function (moment) {
          resolve(moment - began)
        })
      })
      observer.observe(document.body, { childList: true, characterData: true, subtree: true })
      setTimeout(function () {
        reject(new Error('The rows stay as they are.'))
      }, 60_000)
    })
  }

  /** The first message that is sent from within a frame is heard once the frame was drawn. */
  function afterPaint(tell) {
    requestAnimationFrame(function () {
      var channel = new MessageChannel()
      channel.port1.addEventListener('message', function () {
        tell(performance.now())
      })
      channel.port1.start()
      channel.port2.postMessage(null)
    })
  }

  new MutationObserver(function (_records, observer) {
    // The sentence that a list is on its way is one cell over all columns, and no row.
    if (!document.querySelector('tbody td:not([colspan])')) return
    observer.disconnect()
    afterPaint(function (moment) {
      loading.firstRow = performance.timeOrigin + moment
    })
  }).observe(document, { childList: true, subtree: true })

  function shownRows() {
    var body = document.querySelector('tbody')
    return body ? body.textContent : ''
  }

  window.bench = { loading: loading, timeToRows: timeToRows }
})()
