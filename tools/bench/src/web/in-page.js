// Runs in every measured page, of Stockie and of the anchors, before the page's own scripts.
;(function () {
  // Milliseconds; the latest click and the first row in wall clock time. 0 until it happens.
  var loading = { paint: 0, click: 0, firstRow: 0 }
  new PerformanceObserver(function (list) {
    list.getEntries().forEach(function (entry) {
      loading.paint = entry.startTime
    })
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  window.addEventListener(
    'click',
    function (event) {
      loading.click = performance.timeOrigin + event.timeStamp
    },
    { capture: true },
  )

  /** Measures from the next event of this type to the frame that shows different rows. */
  function timeToRows(eventName) {
    var before = shownRows()
    var changes = { childList: true, characterData: true, subtree: true }
    return timeTo(eventName, changes, function () {
      return shownRows() !== before
    })
  }

  /** Measures from the next event of this type to the frame that shows this text. */
  function timeToText(eventName, text) {
    var changes = { attributes: true, characterData: true, childList: true, subtree: true }
    return timeTo(eventName, changes, function () {
      return showsText(text)
    })
  }

  function timeTo(eventName, changes, isReached) {
    var began = null
    return new Promise(function (resolve, reject) {
      window.addEventListener(
        eventName,
        function (event) {
          // The time when the browser received the event, so a delay of the main thread counts.
          began = event.timeStamp
        },
        { capture: true, once: true },
      )
      var observer = new MutationObserver(function () {
        if (began === null || !isReached()) return
        observer.disconnect()
        afterPaint(function (moment) {
          resolve(moment - began)
        })
      })
      observer.observe(document.body, changes)
      setTimeout(function () {
        reject(new Error('The page did not change as expected within a minute.'))
      }, 60_000)
    })
  }

  /** A message that is posted inside a frame arrives after the frame was painted. */
  function afterPaint(callback) {
    requestAnimationFrame(function () {
      var channel = new MessageChannel()
      channel.port1.addEventListener('message', function () {
        callback(performance.now())
      })
      channel.port1.start()
      channel.port2.postMessage(null)
    })
  }

  new MutationObserver(function (_records, observer) {
    // The loading message is a single cell across all columns, not a row.
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

  /** A toast is in the document before it is visible. */
  function showsText(text) {
    var path = '//body//*[text() = "' + text + '"]'
    var type = XPathResult.FIRST_ORDERED_NODE_TYPE
    var element = document.evaluate(path, document, null, type, null).singleNodeValue
    return element !== null && element.checkVisibility({ opacityProperty: true })
  }

  window.bench = { loading: loading, timeToRows: timeToRows, timeToText: timeToText }
})()
