declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff2';
    keepAllGlyphs?: boolean;
    noHinting?: boolean;
    keepFeatures?: string[];
    variationAxes?: Record<string, number>;
  }
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: Options,
  ): Promise<Buffer>;
}
