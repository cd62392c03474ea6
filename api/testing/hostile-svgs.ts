import { gzipSync } from 'node:zlib';

/** An SVG that tries to run, to reach or to use up something, and what becomes of it: a kind of finding, or a harmless drawing. */
export interface HostileSvg {
  name: string;
  content: Buffer;
  /** Kinds of finding, or `drawn`. More than one where limits of time, memory and elements compete. */
  becomes: readonly string[];
}

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const SQUARE = '<rect width="50" height="50" fill="#123456"/>';
const svg = (content: string, attributes = 'width="100" height="100"') => `<svg ${NS} ${attributes}>${content}${SQUARE}</svg>`;
const repeat = (text: string, times: number) => text.repeat(times);

/** Some hundred and twenty files. `host` is that of a server that must not be asked for anything, such as `127.0.0.1:40123`. */
export function makeHostileSvgs(host: string): HostileSvg[] {
  const url = `http://${host}/x`;
  const files: HostileSvg[] = [];
  const add = (becomes: string | readonly string[], named: Record<string, string | Buffer>) => {
    for (const [name, content] of Object.entries(named))
      files.push({ name, content: Buffer.from(content as string), becomes: typeof becomes === 'string' ? [becomes] : becomes });
  };
  const each = (becomes: string | readonly string[], values: readonly string[], make: (value: string) => string) =>
    add(becomes, Object.fromEntries(values.map((value) => [make(value).slice(0, 200), make(value)])));

  add('script', {
    'a script': svg('<script>alert(1)</script>'),
    'a script in CDATA': svg('<script><![CDATA[alert(1)]]></script>'),
    'a script elsewhere': svg(`<script href="${url}.js"/>`),
    'a script elsewhere by xlink': svg(`<script xlink:href="${url}.js"/>`),
    'a script with a prefix': `<svg ${NS} xmlns:s="http://www.w3.org/2000/svg" width="9" height="9"><s:script>alert(1)</s:script></svg>`,
    'a script of HTML': svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'),
    'a script in upper case': svg('<SCRIPT>alert(1)</SCRIPT>'),
    'a script in metadata': svg('<metadata><script>alert(1)</script></metadata>'),
    'a script in a description': svg('<desc><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script></desc>'),
    'a script in a shape that is repeated': svg('<defs><g id="a"><script>alert(1)</script></g></defs><use href="#a"/>'),
    'a handler of SVG Tiny': svg('<handler type="text/javascript">alert(1)</handler>'),
    'a listener': svg('<listener event="load" handler="#a"/>'),
    'a link that runs a script': svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
    'a link that runs a script, in disguise': svg('<a xlink:href=" JaVaScRiPt:alert(1)"><rect width="9" height="9"/></a>'),
    'a link of a shape that runs a script': svg('<use href="javascript:alert(1)"/>'),
    'an event in metadata': svg('<metadata><x onclick="alert(1)"/></metadata>'),
    'a style that is an expression': svg('<rect style="fill:expression(alert(1))" width="9" height="9"/>'),
    'a style that runs a script': svg('<rect style="fill:javascript:alert(1)" width="9" height="9"/>'),
    'a style with a binding': svg(`<style>rect{-moz-binding:url(${url}#a)}</style>`),
    'a style with a behaviour': svg(`<style>rect{behavior:url(${url})}</style>`),
  });
  each('script', ['onload', 'onerror', 'onclick', 'onfocus', 'onbegin', 'onend', 'onmouseover', 'ONLOAD'], (event) =>
    svg('', `width="9" height="9" ${event}="alert(1)"`),
  );
  each('script', ['iframe', 'object', 'embed', 'audio', 'video', 'canvas', 'form', 'input', 'link', 'meta', 'base'], (element) =>
    svg(`<${element} xmlns="http://www.w3.org/1999/xhtml" src="${url}" href="${url}"/>`),
  );
  add('script', {
    'HTML in a foreign object': svg(
      '<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject>',
    ),
    'an empty foreign object': svg('<foreignObject/>'),
    'a foreign object in a switch': svg('<switch><foreignObject requiredExtensions="x"/><g/></switch>'),
  });

  each('external', [url, '//evil.example/x', 'file:///etc/passwd', 'other.svg#a', 'data:image/svg+xml,x'], (to) =>
    svg(`<use href="${to}"/>`),
  );
  each('external', ['linearGradient', 'pattern', 'rect', 'g'], (element) => svg(`<${element} xlink:href="${url}#a"/>`));
  each('external', ['fill', 'stroke', 'clip-path', 'mask', 'marker-start', 'cursor', 'src'], (attribute) =>
    svg(`<rect ${attribute}="url(${url}#a)" width="9" height="9"/>`),
  );
  add('external', {
    'a style with an address': svg(`<rect style="fill:url('${url}#a')" width="9" height="9"/>`),
    'a style with an address and a comment in it': svg(`<rect style="fill:url(/**/${url}#a)" width="9" height="9"/>`),
    'a style sheet with an address': svg(`<style>rect{fill:url("${url}#a")}</style>`),
    'a style sheet with a set of pictures': svg(`<style>rect{fill:image-set("${url}" 1x)}</style>`),
    'a style sheet by instruction': `<?xml version="1.0"?><?xml-stylesheet href="${url}.css"?>${svg('')}`,
    'a transformation by instruction': `<?xml-stylesheet type="text/xsl" href="${url}.xsl"?>${svg('')}`,
    'a base for addresses': svg('', `width="9" height="9" xml:base="${url}"`),
    'an include': svg(`<rect fill="url( ${url} )" width="9" height="9"/>`),
  });
  each('styles', ['@import', '@IMPORT url', '@font-face', '@namespace', '@media all'], (rule) =>
    svg(`<style>${rule} "${url}"; rect{fill:red}</style>`),
  );
  add('styles', {
    'an escaped import': svg(`<style>\\40 import "${url}";</style>`),
    'an escaped address': svg(`<rect style="fill:u\\72l(${url})" width="9" height="9"/>`),
    'a style sheet of 2,000 rules': svg(`<style>${repeat('.a{fill:red}', 2000)}</style>`),
    'a style sheet with markup': svg('<style><![CDATA[a{}</style><script>alert(1)</script>]]></style>'),
  });
  each(
    'picture',
    [url, 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'data:text/html,x', 'data:image/svg+xml;base64,PHN2Zy8+', '#a'],
    (to) => svg(`<image width="9" height="9" href="${to}"/>`),
  );
  add('picture', { 'a picture by xlink': svg(`<image width="9" height="9" xlink:href="${url}"/>`) });
  add(['picture', 'effect'], { 'a picture of a filter': svg(`<filter id="f"><feImage href="${url}"/></filter>`) });
  each('effect', ['feGaussianBlur stdDeviation="1e9"', 'feTurbulence numOctaves="999999"', 'feFlood', 'feTile'], (primitive) =>
    svg(
      `<filter id="f" x="-1e6" y="-1e6" width="1e7" height="1e7"><${primitive}/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    ),
  );
  add('effect', { 'a blur by style': svg('<rect style="filter:blur(9999px)" width="9" height="9"/>') });
  each('animation', ['animate', 'set', 'animateTransform', 'animateMotion', 'discard'], (element) =>
    svg(`<a href="#a"><${element} attributeName="href" to="javascript:alert(1)" begin="0s"/></a>`),
  );
  each('text', ['text', 'tspan', 'textPath', 'font'], (element) => svg(`<${element} font-family="x">text</${element}>`));

  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${repeat(`&a${i};`, 10)}">`).join('');
  add('entities', {
    'a billion laughs': `<!DOCTYPE svg [<!ENTITY a0 "ha">${entities}]>${svg('<desc>&a9;</desc>')}`,
    'a quadratic blow-up': `<!DOCTYPE svg [<!ENTITY a "${repeat('a', 50_000)}">]>${svg(`<desc>${repeat('&a;', 5000)}</desc>`)}`,
    'a file as an entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<desc>&x;</desc>')}`,
    'an address as an entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url}">]>${svg('<desc>&x;</desc>')}`,
    'an entity of parameters': `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${url}.dtd">%x;]>${svg('')}`,
    'a default attribute': `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`,
  });
  add('unreadable', {
    'an entity that is not defined': svg('<desc>&nbsp;</desc>'),
    'no XML': 'alert(1)',
    'an HTML page': '<p>Hello</p>',
    'an element that does not end': `<svg ${NS}><g>`,
    'two roots': `${svg('')}${svg('')}`,
    'an attribute twice': '<svg xmlns="http://www.w3.org/2000/svg" width="9" width="9"/>',
    'a prefix that is not declared': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><q:g/></svg>',
    'an empty document': '   ',
    'a picture of another kind with an SVG behind it': Buffer.concat([Buffer.from('GIF89a'), Buffer.from(svg(''))]),
    'an SVG with an HTML page behind it': `${svg('')}<html></html>`,
  });
  add('drawn', { 'a document type elsewhere': `<!DOCTYPE svg SYSTEM "${url}.dtd">${svg('')}` });
  add('compressed', { 'a compressed SVG': gzipSync(svg('')), 'a compressed bomb': gzipSync(repeat(' ', 20_000_000)) });
  add('encoding', {
    'UTF-16 with its mark': Buffer.from(`\ufeff${svg('<script>alert(1)</script>')}`, 'utf16le'),
    'UTF-16 without its mark': Buffer.from(svg('<script>alert(1)</script>'), 'utf16le'),
    'UTF-7 by name': `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`,
    'Latin-1': Buffer.from(svg('<desc>\xe9</desc>'), 'latin1'),
    zeros: Buffer.from(`${svg('')}\0`),
  });

  const doubled = Array.from({ length: 30 }, (_, i) => `<g id="b${i + 1}"><use href="#b${i}"/><use href="#b${i}"/></g>`).join('');
  const chain = Array.from({ length: 5000 }, (_, i) => `<g id="c${i + 1}"><use href="#c${i}"/></g>`).join('');
  add('too-complex', {
    'a billion shapes by repetition': svg(`<defs><rect id="b0" width="1" height="1"/>${doubled}</defs><use href="#b30"/>`),
    'a shape that repeats itself': svg('<g id="a"><use href="#a"/></g>'),
    'shapes that repeat each other': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'a pattern of itself': svg('<pattern id="p" width="1" height="1"><rect width="1" height="1" fill="url(#p)"/></pattern>'),
    'a mask of masks': svg(
      Array.from({ length: 20 }, (_, i) => `<mask id="m${i + 1}"><g mask="url(#m${i})"/><g mask="url(#m${i})"/></mask>`).join(''),
    ),
    '30,000 shapes': svg(repeat('<g/>', 30_000)),
    '200 levels': svg(`${repeat('<g>', 200)}${repeat('</g>', 200)}`),
    '100,000 levels': svg(repeat('<g>', 100_000)),
    'SVG in SVG 200 times': svg(`${repeat('<svg>', 200)}${repeat('</svg>', 200)}`),
  });
  add(['too-complex', 'drawn'], { 'a chain of 5,000 repetitions': svg(`<defs><g id="c0"/>${chain}</defs><use href="#c5000"/>`) });
  each('size', ['0', '-5', '1e9', '20001', '0.5', '99999999999'], (side) => svg('', `width="${side}" height="100"`));
  each('size', ['0 0 0 0', '0 0 -1 5', '0 0 1 0'], (box) => svg('', `viewBox="${box}"`));
  each('drawn', ['NaN', '100%', 'calc(1px)', '1e400'], (side) => svg('', `width="${side}" height="100"`));
  add('empty', {
    'nothing to be seen': `<svg ${NS} width="9" height="9"/>`,
    'only transparent shapes': `<svg ${NS} width="9" height="9"><rect width="9" height="9" fill="none"/></svg>`,
  });
  const spent = ['too-long', 'drawn', 'unreadable', 'empty'];
  add(spent, {
    'dashes without number': svg(
      '<path d="M0 0L1e6 1e6" stroke="red" stroke-dasharray="0.0000001"/>',
      'width="1000" height="1000"',
    ),
    'dashes along a curve': svg(
      `<path d="M0 0${repeat('C1e6 0 0 1e6 9 9', 2000)}" stroke="red" stroke-width="9" stroke-dasharray=".001"/>`,
    ),
    'layers upon layers': svg(`${repeat('<g opacity=".9">', 95)}<rect width="100" height="100"/>${repeat('</g>', 95)}`),
    'tiles without number': svg(
      '<pattern id="p" width="1e-9" height="1e-9" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
    ),
    'a tile without end': svg(
      '<pattern id="p" width="1e9" height="1e9" patternUnits="userSpaceOnUse"><rect width="1e9" height="1e9"/></pattern><rect width="1e9" height="1e9" fill="url(#p)"/>',
    ),
    'a huge stroke': svg('<path d="M0 0L9 9" stroke="red" stroke-width="1e30" stroke-miterlimit="1e30"/>'),
    'a huge transformation': svg('<g transform="scale(1e30) rotate(1e30)"><rect width="1e30" height="1e30"/></g>'),
    'a path of 300,000 steps': svg(`<path d="M0 0${repeat('L9 9L0 0', 150_000)}" stroke="red"/>`),
    'masks of the whole by class': svg(
      `<style>g{mask:url(#m);opacity:.9}</style><mask id="m"><rect width="100" height="100" fill="#fff"/></mask>${repeat('<g>', 60)}<rect width="99" height="99"/>${repeat('</g>', 60)}`,
    ),
    'a marker on each of 10,000 points': svg(
      `<marker id="m" markerWidth="9" markerHeight="9"><rect width="9" height="9"/></marker><path d="M0 0${repeat('L9 9L0 0', 5000)}" marker-mid="url(#m)" stroke="red"/>`,
    ),
  });
  add('drawn', {
    'a name that ends an attribute': svg('<rect id="a&quot; onload=&quot;alert(1)" width="9" height="9"/>'),
    'a class that ends an element': svg('<rect class="&gt;&lt;script&gt;alert(1)&lt;/script&gt;" width="9" height="9"/>'),
    'data of a drawing program': svg(
      '<x:namedview xmlns:x="http://sodipodi.example/"><x:grid src="http://evil.example"/></x:namedview>',
    ),
    'text that is no text': svg('&lt;script&gt;alert(1)&lt;/script&gt;'),
  });
  return files;
}
