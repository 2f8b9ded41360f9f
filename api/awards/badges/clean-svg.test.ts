import { describe, expect, test } from 'bun:test';
import sax from 'sax';
import { cleanSvg } from './clean-svg.ts';

const of = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inside}</svg>`;

/** What is said of a drawing that is not taken; null where it is. */
function faultOf(svg: string): string | null {
  try {
    cleanSvg(svg);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Levels that each draw the next one several times. */
const chain = (levels: number, level: (index: number, next: string) => string) =>
  Array.from({ length: levels }, (_, index) => level(index, `#p${index + 1}`)).join('');

describe('a cleaned drawing', () => {
  test.each([
    ['two ways to write href', of('<use xlink:href="#a" href="#b"/><g id="b"/>'), '<use href="#b">'],
    ['the other order of them', of('<use href="#b" xlink:href="#a"/><g id="b"/>'), '<use href="#b">'],
    [
      'an empty viewBox',
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox=" "/>',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">',
    ],
    ['the href of a gradient', of('<linearGradient id="a" xlink:href="#b"/>'), 'id="a" href="#b"'],
  ])('is well-formed, with %s', (_, svg, expected) => {
    const cleaned = cleanSvg(svg);
    expect(cleaned).toContain(expected);
    const parser = sax.parser(true);
    parser.onerror = (error) => {
      throw error;
    };
    parser.write(cleaned).close();
    for (const [tag] of cleaned.matchAll(/<[^>]+>/g)) {
      const names = [...tag.matchAll(/ ([\w:-]+)="/g)].map(([, name]) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  test('has no comments in its styles', () => {
    expect(cleanSvg(of('<style>/* a */.b{fill:red}/* c</style>'))).toContain('<style> .b{fill:red} </style>');
  });
});

describe('what was written and how it comes out', () => {
  test('text, attributes and styles are escaped once more', () => {
    const words = '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot;';
    const cleaned = cleanSvg(
      of(`<title>${words}</title><g id="&quot; onload=&quot;x"/><style>.a&gt;.b{x:"&lt;"}</style>`),
    );
    expect(cleaned).toContain(`<title>${words}</title>`);
    expect(cleaned).toContain('<g id="&quot; onload=&quot;x">');
    expect(cleaned).toContain('<style>.a&gt;.b{x:&quot;&lt;&quot;}</style>');
    expect(cleanSvg(of('<text><![CDATA[<script>]]></text>'))).toContain('<text>&lt;script&gt;</text>');
  });

  test('what does not draw is left out with all it holds', () => {
    const cleaned = cleanSvg(
      `<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "-//W3C" "x">${of(
        `<metadata><g>one</g>two</metadata><g xmlns:i="urn:i" xmlns:once="urn:once" xmlns="http://www.w3.org/2000/svg" i:label="three"
          xml:space="preserve" xml:lang="pa" xml:base="http://evil.example/"><i:four>five<g/></i:four></g>`,
      )}<!-- b -->`,
    );
    expect(cleaned).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g xml:space="preserve" xml:lang="pa"></g></svg>',
    );
  });
});

describe('what is refused', () => {
  test.each([
    ['a script', of('<script>alert(1)</script>'), 'it holds a script'],
    ['a web page', of('<foreignObject/>'), 'it holds a web page (foreignObject)'],
    ['an element that nobody knows', of('<video/>'), 'it holds <video>, which is not taken'],
    ['an event', of('<g onload="alert(1)"/>'), 'it holds a script (onload)'],
    [
      'an address elsewhere',
      of('<use href="https://evil.example/a.svg#b"/>'),
      'it points outside itself (href)',
    ],
    [
      'a script as an address',
      of('<use xlink:href="javascript:alert(1)"/>'),
      'it points outside itself (href)',
    ],
    ['an encoded address', of('<use href="#a%22"/>'), 'it points outside itself (href)'],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${of('')}`, 'it declares entities of its own'],
    ['no XML', '<svg', 'it is not well-formed SVG'],
    ['nothing', '', 'it is not an SVG drawing'],
    ['HTML', '<html xmlns="http://www.w3.org/2000/svg"/>', 'it is not an SVG drawing'],
    ['another language', '<svg xmlns="urn:svg"/>', 'it is not an SVG drawing'],
    [
      'no size',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'it says neither its viewBox nor its width and height',
    ],
    ['a big file', of(' '.repeat(65_536)), 'it has 65 KB, and 64 KB is the most'],
    ['a file that grows', of(`<title>${'"'.repeat(20_000)}</title>`), 'written out it has more than 64 KB'],
    ['many shapes', of('<g/>'.repeat(2000)), 'it has more than 2000 shapes'],
    [
      'many repeats',
      of(`<g id="a"/>${'<use href="#a"/>'.repeat(17)}`),
      'it repeats shapes more than 16 times (use)',
    ],
    ...[
      '<g fill="url(https://evil.example/a)"/>',
      '<g style="fill:url(//evil.example)"/>',
      '<style>.a{fill:url("https://evil.example")}</style>',
    ].map((inside) => [inside, of(inside), 'its styles point outside itself (url)'] as const),
    ...['@import "x";', '@font-face{src:x}', '.a{fill:image-set("x")}', '.a{x:expression (alert(1))}'].map(
      (css) => [css, of(`<style>${css}</style>`), 'its styles fetch something'] as const,
    ),
    ...[
      'animation:a',
      'animation-name:a',
      'transition:all',
      'filter:blur(1px)',
      'backdrop-filter:blur(1px)',
    ].map((css) => [css, of(`<style>.a{${css}}</style>`), 'its styles move or filter it'] as const),
    ['frames', of('<style>@keyframes a{to{x:1}}</style>'), 'its styles move or filter it'],
    ['an animation as an attribute', of('<g animation="a"/>'), 'its styles move or filter it'],
    ['a backslash', of('<g style="f\\69lter:blur(1px)"/>'), 'its styles hold a backslash'],
    ...['mask-image:inherit', 'clip-path:inherit', 'all:inherit', 'mask:var(--a)', '--a:url(#b)'].map(
      (css) => [css, of(`<style>.a{${css}}</style>`), 'its styles pass on masks'] as const,
    ),
  ])('%s', (_, svg, fault) => {
    expect(faultOf(svg)).toBe(`The picture cannot be used: ${fault}.`);
  });

  test.each([
    ['an element in a style', '<style>.a{}<g/></style>', 'its styles hold an element'],
    ['a style in a style', '<style><style>.a{}</style></style>', 'its styles hold an element'],
    ['the attribute filter', '<g filter="url(#a)"/>', 'its styles move or filter it'],
    ['a filter behind a comment', '<g style="/**/filter:blur(3px)"/>', 'its styles move or filter it'],
    ['a comment before the colon', '<style>.a{animation/**/:b}</style>', 'its styles move or filter it'],
    [
      'an import behind a comment',
      '<style>@imp/**/ort "x";@import "y"</style>',
      'its styles fetch something',
    ],
    [
      'a brace within an address',
      '<style>rect{fill:url(#a}.b{)}</style>',
      'its styles point outside itself (url)',
    ],
    ['a mask that is passed on', '<g mask="url(#a)"><g mask="inherit"/></g>', 'its styles pass on masks'],
    ['a mask behind a comment', '<g mask="/*;*/inherit"/>', 'its styles pass on masks'],
    ['a mask in a variable', '<g style="--a:url(#b);mask:var(--a)"/>', 'its styles pass on masks'],
  ])('%s', (_, inside, fault) => {
    expect(faultOf(of(inside))).toBe(`The picture cannot be used: ${fault}.`);
  });

  test.each([
    ['mask', chain(20, (i, next) => `<mask id="p${i}">${`<g mask="url(${next})"/>`.repeat(9)}</mask>`)],
    [
      'clip path',
      chain(20, (i, next) => `<clipPath id="p${i}">${`<g clip-path="url(${next})"/>`.repeat(9)}</clipPath>`),
    ],
    [
      'pattern',
      chain(20, (i, next) => `<pattern id="p${i}">${`<g style="fill:url(${next})"/>`.repeat(9)}</pattern>`),
    ],
    [
      'stroke',
      chain(
        20,
        (i, next) => `<pattern id="p${i}"><g fill="url(${next})" stroke="url('${next}')"/></pattern>`,
      ),
    ],
    [
      'marker',
      chain(20, (i, next) => `<marker id="p${i}"><path d="M0 0h1v1z" marker-mid="url(${next})"/></marker>`),
    ],
    [
      'mask of a class',
      `<style>.a{mask:url(#p0)}</style>${`<g class="a"/>`.repeat(900)}<mask id="p0">${'<g/>'.repeat(900)}</mask>`,
    ],
    [
      'inherited pattern',
      `<g fill="url(#p0)">${'<g/>'.repeat(900)}</g><pattern id="p0">${'<g/>'.repeat(900)}</pattern>`,
    ],
    [
      'pattern of what masks hold',
      `<g fill="url(#p0)"><mask id="p1">${'<g/>'.repeat(90)}</mask></g><pattern id="p0">${'<g/>'.repeat(90)}</pattern>${'<g mask="url(#p1)"/>'.repeat(90)}`,
    ],
    [
      'repeated group',
      chain(16, (i, next) => `<g id="p${i}"><use href="${next}"/></g>`)
        .replaceAll('<use', '<g mask="url(#m)"/>'.repeat(100).concat('<use'))
        .concat(`<mask id="m">${'<g/>'.repeat(300)}</mask>`),
    ],
    ['mask of itself', '<mask id="p0"><g mask="url(#p0)"/></mask>'],
  ])('what would keep a phone busy: a chain or crowd of %s', (_, inside) => {
    expect(faultOf(of(`<g mask="url(#p0)" fill="url(#p0)" marker-mid="url(#p0)"/>${inside}`))).toBe(
      'The picture cannot be used: masks, patterns, markers and repeats (use) make more than 50000 shapes of it.',
    );
  });

  test.each([
    ['rect{mask:url(#m)}'],
    ['*{fill:url(#m)}'],
    ['.a .b{fill:url(#m)}'],
    ['@media all{.a{mask:url(#m)}}'],
    ['.a{.b{mask:url(#m)}}'],
    ['rect{x:"}.a{";mask:url(#m)}'],
    ["rect{x:'\n;y:'}.a{';mask:url(#m)}"],
  ])('a style sheet whose masks nobody can count: %s', (sheet) => {
    expect(faultOf(of(`<style>${sheet.replaceAll('>', '&gt;')}</style><mask id="m"/>`))).toBe(
      'The picture cannot be used: its style sheet gives masks, patterns or markers to other shapes than those of a class.',
    );
  });
});

const long = (words: string) => words.repeat(Math.floor(60_000 / words.length));
test.each([
  ['masks', `<g style="${long('mask:')}"/>`],
  ['the word all', `<g class="${long('all:')}"/>`],
  ['parts of a name', `<g style="${long('mask-')}1"/>`],
  ['dashes', `<g style="${long('--')}"/>`],
  ['variables', `<g style="${long('--a:')}"/>`],
  ['spaces behind a rule', `<mask id="m"/><style>.a{mask:url(#m)}${long(' ')}</style>`],
])('F12 a drawing of 60 KB is judged at once, whatever is in it: %s', (_, inside) => {
  // Work that grows with the square of the length takes a second and more each time, and twenty are over the time of a test.
  for (let n = 0; n < 20; n++) expect(() => faultOf(of(inside))).not.toThrow();
});

test.each([
  [
    'classes with clip paths, masks and gradients',
    `<defs><style>.cls-1{fill:none;}.cls-2,.cls-3{clip-path:url(#clip-path);font-family:'Noto Sans', "Arial";}
      .cls-4{mask:url("#mask");} text{fill:url(#linear-gradient)}</style>
      <clipPath id="clip-path"><rect class="cls-1" width="9" height="9"/></clipPath>
      <mask id="mask"><path class="cls-3" d="M0 0h9v9z" fill="url(#linear-gradient)"/></mask>
      <linearGradient id="linear-gradient"><stop offset="0"/></linearGradient></defs>
      <g class="cls-2"><g class="cls-4"><path d="M1 1h4"/></g></g>`,
  ],
  [
    'a mask that repeats a shape',
    '<defs><path id="path-1" d="M0 0h9v9z"/></defs><mask id="mask-2" fill="white"><use xlink:href="#path-1"/></mask><use fill="#D8D8D8" xlink:href="#path-1"/><g mask="url(#mask-2)"><path d="M1 1"/></g>',
  ],
  [
    'sixty clip paths, each with a gradient',
    Array.from(
      { length: 60 },
      (_, i) =>
        `<clipPath id="c${i}"><path d="M0 0h9v9z"/></clipPath><radialGradient id="r${i}"><stop/></radialGradient>
         <g clip-path="url(#c${i})"><path d="M0 0h9" style="fill:url(#r${i});stroke:url('#r${i}')"/></g>`,
    ).join(''),
  ],
  [
    'arrows and a pattern',
    `<marker id="Arrow" orient="auto"><path d="M0 0L5 5z" style="fill:context-stroke"/></marker>
     <pattern id="p" width="2" height="2"><circle r="1"/></pattern>${'<path d="M0 0h9c1 2 3 4 5 6" style="marker-end:url(#Arrow);fill:url(#p)"/>'.repeat(40)}`,
  ],
  [
    'a media rule about gradients alone',
    '<style>@media all{rect{fill:url(#g)}}</style><linearGradient id="g"/>',
  ],
])('what drawing programs write is taken: %s', (_, inside) => {
  expect(faultOf(of(inside))).toBeNull();
});
