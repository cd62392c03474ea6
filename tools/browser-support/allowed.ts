/**
 * What the built files may use although a browser of the list lacks it, with the reason. An entry that nothing uses any longer fails the check, so that the
 * list does not outlive its reasons.
 */
export const ALLOWED: Record<string, string> = {
  // Names of the portal and of packages that mean something else.
  'api.Navigator.canShare': 'a property of our lists of views',
  'api.PerformanceResourceTiming.responseStatus': 'a property of our deliveries of webhooks',
  'api.IntersectionObserver.scrollMargin': 'an option of @tanstack/virtual',
  'api.Window.fullScreen': 'a property of our dialogs',
  'api.HTMLCanvasElement.requestPaint': 'a function of React; three asks for it first',
  'api.DataTransfer.addElement': 'a function of ProseMirror',
  'api.Document.parseHTML_static': 'a property of extensions in Tiptap',
  'api.Element.getHTML': 'a function of Tiptap',
  'api.HTMLInputElement.colorSpace': 'a property of textures in three',
  'javascript.builtins.Error.fileName': 'a property of our imports and files',
  'javascript.builtins.Error.isError': 'a property of queries in @tanstack/query',
  'javascript.builtins.Function.displayName': 'React’s name of a component, which no browser reads',
  'javascript.builtins.Iterator.toArray': 'functions of React and ProseMirror',

  // Tested for first, by another name than the check can see.
  'api.CSSStyleDeclaration.cssFloat': 'React sets it by name from a list, and float where it is missing',
  'api.Document.caretPositionFromPoint': 'ProseMirror asks for it first',
  'api.Document.caretRangeFromPoint': 'ProseMirror asks for it first',
  'api.Selection.getComposedRanges': 'ProseMirror asks for it first; the editor is in no shadow root',
  'javascript.builtins.Intl.Segmenter': 'ProseMirror asks for it first',
  'api.Document.prerendering': 'undefined where it is missing, and the page is then not prerendered',
  'api.Navigator.connection': 'React asks for it first (navigator.connection && …)',
  'api.Navigator.userAgentData': 'Floating UI asks for it first (navigator.userAgentData?.…)',
  'api.TouchEvent': 'Floating UI and Mantine ask for window.TouchEvent first',
  'api.Window.cancelIdleCallback': 'asked for together with requestIdleCallback (web/ui/browser/run-when-idle.ts)',
  'api.MouseEvent.movementX': 'React and Floating UI compute it where it is missing, and compare it with 0',
  'api.MouseEvent.movementY': 'as movementX',
  'api.WebGL2RenderingContext.drawingBufferColorSpace': 'three sets it; where it is missing, nothing reads it',
  'api.WebGL2RenderingContext.unpackColorSpace': 'three sets it; where it is missing, nothing reads it',
  'api.WebGL2RenderingContext.makeXRCompatible': 'three calls it in virtual reality only, which we do not start',
  'api.XRWebGLLayer': 'three uses it in virtual reality only, which we do not start',
  'html.global_attributes.is': 'a property of React’s own, for elements that we do not have',

  // Without these attributes a page does the same, a little less well.
  'html.global_attributes.autocorrect': 'without it a phone may offer to correct a code that is typed by hand',
  'html.elements.details.name': 'without it, several answers of Help are open at once',
  'html.elements.img.fetchpriority': 'without it, pictures load in the order of the page',
  'html.global_attributes.autocapitalize': 'of keyboards on screens; Safari on computers has none',

  // Without these styles a page looks a little different, and everything can be read and used.
  'css.properties.contain-intrinsic-size': 'of content-visibility',
  'css.properties.content-visibility': 'without it, the browser draws rows that are not on the screen',
  'css.properties.content-visibility.auto': 'as content-visibility',
  'css.properties.font-family.ui-monospace': 'the next font of the list is used',
  'css.properties.grid-template-columns.subgrid': 'in Chrome before 117: columns of rows do not line up',
  'css.properties.grid-template-rows.subgrid': 'in Chrome before 117: prices of tiles beside each other do not line up',
  'css.properties.forced-color-adjust': 'Safari has no forced colours',
  'css.properties.forced-color-adjust.none': 'Safari has no forced colours',
  'css.properties.resize': 'without it, the browser resizes a text field or not, as it likes',
  'css.properties.resize.none': 'as resize',
  'css.properties.scrollbar-gutter': 'the page moves a little when it gets a scroll bar',
  'css.properties.scrollbar-gutter.stable': 'as scrollbar-gutter',
  'css.properties.scrollbar-width': 'the usual scroll bar',
  'css.properties.scrollbar-width.none': 'the usual scroll bar',
  'css.properties.scrollbar-width.thin': 'the usual scroll bar',
  'css.properties.text-box-edge': 'of text-box-trim',
  'css.properties.text-box-edge.alphabetic': 'of text-box-trim',
  'css.properties.text-box-edge.cap': 'of text-box-trim',
  'css.properties.text-box-trim': 'a pixel or two more above a text',
  'css.properties.text-box-trim.trim-both': 'as text-box-trim',
  'css.properties.text-wrap': 'lines are filled from the first to the last',
  'css.properties.text-wrap.balance': 'as text-wrap',
  'css.properties.text-wrap.pretty': 'as text-wrap',
  'css.selectors.selection': 'the usual colour of a selection',
};

/** Shapes of the pointer are of no use where there is none. */
export const isAllowed = (path: string): boolean => Object.hasOwn(ALLOWED, path) || path.startsWith('css.properties.cursor.');
