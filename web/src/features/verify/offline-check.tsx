import { ChevronRight } from 'lucide-react';
import { verifyTexts as text } from '#texts/verify';

/** As in the guide of a packet: compares its files with the list in the manifest, which is what is signed. */
const COMPARE = String.raw`tr '{' '\n' < manifest.json | sed -nE 's/.*"path":"([^"]+)","sha256":"([0-9a-f]{64})".*/\2  \1/p' | sha256sum -c`;

/** What the guide and the program in a packet did not say when it was sealed: a packet keeps them as they were. */
export function OfflineCheck() {
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <ChevronRight className="size-4 group-open:rotate-90" aria-hidden="true" />
        {text.offline.title}
      </summary>
      <div className="flex flex-col gap-3 pt-2 text-muted">
        <p>{text.offline.lead}</p>
        <p>{text.offline.list}</p>
        <code className="block rounded-control bg-raised p-3 wrap-anywhere whitespace-pre-wrap">
          {COMPARE}
        </code>
        <p>{text.offline.program}</p>
        <p>{text.offline.newer}</p>
      </div>
    </details>
  );
}
