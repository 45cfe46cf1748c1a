/** The only uncompressed script: it unpacks the style and the program of the page. */

import { unpack85 } from './unpack.ts';

/** The content security policy of the page contains the hashes of both. */
async function add(name: 'style' | 'script'): Promise<void> {
  const element = document.createElement(name);
  element.textContent = await new Response(unpack85(`carom-${name}`)).text();
  document.head.append(element);
}

if (typeof DecompressionStream === 'undefined' || typeof WebAssembly === 'undefined') {
  document.body.append(
    'This page needs WebAssembly and DecompressionStream, which this browser lacks or blocks.',
  );
} else {
  void add('style').then(() => add('script'));
}
