/** What a model is for. */
type ModelPurpose = 'speech' | 'voice-activity' | 'segmentation' | 'embedding';

/** How a model of speech is laid out; others need no kind. */
type SpeechKind = 'nemo-ctc' | 'nemo-transducer';

export interface ModelFile {
  /** What it is to the model: `model`, `tokens`, `encoder`, … */
  role: string;
  name: string;
  /** Its path in the archive; null where the download is the file. */
  member: string | null;
  /** Null where nobody has published it. */
  bytes: number | null;
  /** Null where nobody has published it: then the archive's counts. */
  sha256: string | null;
}

export interface Model {
  /** Also the name of its folder. */
  id: string;
  title: string;
  purpose: ModelPurpose;
  kind: SpeechKind | null;
  /** Codes of two letters; empty where the language does not matter. */
  languages: readonly string[];
  licence: string;
  /** What the licence wants people to be told. */
  attribution: string;
  /** Where it is described. */
  home: string;
  /** Of the download, below the base address. */
  path: string;
  bytes: number;
  sha256: string;
  /** How many public sources name this digest: nobody here has seen all of the files themselves. */
  sources: number;
  files: readonly ModelFile[];
  /** That must be there for it, in bytes: what it was seen or is expected to take while it works. */
  memoryBytes: number;
}

export interface Manifest {
  /** Where the paths begin. */
  baseUrl: string;
  models: readonly Model[];
}

const MIB = 1024 ** 2;
const NVIDIA =
  'NVIDIA, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), converted to ONNX by the k2-fsa project';

const whole = (role: string, name: string, bytes: number, sha256: string): ModelFile => ({
  ...{ role, name, bytes, sha256 },
  member: null,
});

const EUROPEAN = [
  ...['bg', 'hr', 'cs', 'da', 'nl', 'en', 'et', 'fi', 'fr', 'de', 'el', 'hu', 'it', 'lv', 'lt', 'mt', 'pl'],
  ...['pt', 'ro', 'sk', 'sl', 'es', 'sv', 'ru', 'uk'],
];
const SMALL = 'sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8';
const LARGE = 'sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8';
const PYANNOTE = 'sherpa-onnx-pyannote-segmentation-3-0';

/** In the order in which they are fetched: the smallest that makes English work first. */
export const builtInManifest: Manifest = {
  baseUrl: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/',
  models: [
    {
      id: 'silero-vad',
      title: 'Silero VAD',
      purpose: 'voice-activity',
      kind: null,
      languages: [],
      licence: 'MIT',
      attribution: 'Silero Team, MIT',
      home: 'https://github.com/snakers4/silero-vad',
      path: 'asr-models/silero_vad.onnx',
      bytes: 643_854,
      sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
      sources: 10,
      files: [
        whole(
          'model',
          'silero_vad.onnx',
          643_854,
          '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
        ),
      ],
      memoryBytes: 50 * MIB,
    },
    {
      id: 'parakeet-110m-en',
      title: 'Parakeet TDT-CTC 110M',
      purpose: 'speech',
      kind: 'nemo-ctc',
      languages: ['en'],
      licence: 'CC-BY-4.0',
      attribution: `Parakeet TDT-CTC 110M: ${NVIDIA}`,
      home: 'https://huggingface.co/nvidia/parakeet-tdt_ctc-110m',
      path: `asr-models/${SMALL}.tar.bz2`,
      bytes: 104_337_827,
      sha256: '17f945007b52ccd8b7200ffc7c5652e9e8e961dfdf479cefcabd06cf5703630b',
      sources: 10,
      files: [
        {
          ...{ role: 'model', name: 'model.int8.onnx', member: `${SMALL}/model.int8.onnx` },
          ...{ bytes: 131_652_171, sha256: null },
        },
        {
          ...{ role: 'tokens', name: 'tokens.txt', member: `${SMALL}/tokens.txt` },
          ...{ bytes: 9953, sha256: null },
        },
      ],
      memoryBytes: 600 * MIB,
    },
    {
      id: 'pyannote-segmentation',
      title: 'pyannote segmentation 3.0',
      purpose: 'segmentation',
      kind: null,
      languages: [],
      licence: 'MIT',
      attribution: 'pyannote segmentation 3.0, CNRS, MIT',
      home: 'https://huggingface.co/pyannote/segmentation-3.0',
      path: `speaker-segmentation-models/${PYANNOTE}.tar.bz2`,
      bytes: 6_958_444,
      sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
      sources: 10,
      files: [
        {
          ...{ role: 'model', name: 'model.onnx', member: `${PYANNOTE}/model.onnx`, bytes: 5_992_913 },
          sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
        },
      ],
      memoryBytes: 100 * MIB,
    },
    {
      id: 'titanet-small',
      title: 'TitaNet small',
      purpose: 'embedding',
      kind: null,
      languages: [],
      licence: 'CC-BY-4.0',
      attribution: `TitaNet small: ${NVIDIA}`,
      home: 'https://catalog.ngc.nvidia.com/orgs/nvidia/models/titanet_small',
      // The spelling is the publisher's.
      path: 'speaker-recongition-models/nemo_en_titanet_small.onnx',
      bytes: 40_257_283,
      sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
      sources: 4,
      files: [
        whole(
          'model',
          'nemo_en_titanet_small.onnx',
          40_257_283,
          'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
        ),
      ],
      memoryBytes: 100 * MIB,
    },
    {
      id: 'parakeet-0.6b-v3',
      title: 'Parakeet TDT 0.6B v3',
      purpose: 'speech',
      kind: 'nemo-transducer',
      languages: EUROPEAN,
      licence: 'CC-BY-4.0',
      attribution: `Parakeet TDT 0.6B v3: ${NVIDIA}`,
      home: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
      path: `asr-models/${LARGE}.tar.bz2`,
      bytes: 487_170_055,
      sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
      sources: 3,
      files: ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'].map((name) => ({
        ...{ role: name.replace(/\..*/, ''), name, member: `${LARGE}/${name}` },
        ...{ bytes: null, sha256: null },
      })),
      memoryBytes: 2000 * MIB,
    },
  ],
};

const PURPOSES: readonly unknown[] = ['speech', 'voice-activity', 'segmentation', 'embedding'];
const KINDS: readonly unknown[] = ['nemo-ctc', 'nemo-transducer', null];
const ID = /^[a-z0-9][a-z0-9.-]{0,60}$/;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,120}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * A manifest of the operator's own, in the form of the built-in one.
 * @throws Error that says what is wrong with it.
 */
export function readManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest>;
  const models: unknown = manifest.models;
  if (typeof manifest.baseUrl !== 'string' || !Array.isArray(models)) {
    throw new Error('a manifest of models has a baseUrl and models');
  }
  for (const model of models as Partial<Model>[]) {
    const isText = [model.title, model.licence, model.attribution, model.home, model.path].every(
      (text) => typeof text === 'string' && text !== '',
    );
    const files = Array.isArray(model.files) ? (model.files as Partial<ModelFile>[]) : [];
    const areFiles = files.every(
      ({ role, name, member, bytes, sha256 }) =>
        typeof role === 'string' &&
        FILE_NAME.test(name ?? '') &&
        (member === null || typeof member === 'string') &&
        (bytes === null || isCount(bytes)) &&
        (sha256 === null || SHA256.test(sha256 ?? '')),
    );
    const isWhole =
      ID.test(model.id ?? '') &&
      PURPOSES.includes(model.purpose) &&
      KINDS.includes(model.kind) &&
      (model.purpose === 'speech') === (model.kind !== null) &&
      Array.isArray(model.languages) &&
      isCount(model.bytes) &&
      isCount(model.memoryBytes) &&
      isCount(model.sources) &&
      SHA256.test(model.sha256 ?? '');
    if (!isText || !isWhole || !areFiles || files.length === 0) {
      throw new Error(`the manifest of models describes "${model.id}" wrongly`);
    }
  }
  return manifest as Manifest;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** The room that it takes on a disk while it is fetched: the download and what comes out of it. */
export function diskBytes({ bytes, files }: Model): number {
  const isArchive = files.some(({ member }) => member !== null);
  if (!isArchive) return bytes;
  const unpacked = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  return bytes + Math.max(unpacked, Math.ceil(bytes * 1.5));
}
