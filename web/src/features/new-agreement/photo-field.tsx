import { Camera, ImagePlus, X } from 'lucide-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Spinner } from '../../components/ui/spinner';
import { useMediaQuery } from '../../lib/browser/hooks';
import { preparePhoto } from './photo';

const text = recordTexts.details;

interface PhotoFieldProps {
  photo: File | null;
  onPhoto: (photo: File | null) => void;
}

interface PickerProps {
  label: string;
  /** Opens the camera instead of the gallery, where there is one. */
  isCamera?: boolean;
  describedBy: string;
  input?: Ref<HTMLInputElement>;
  onFile: (file: File) => void;
}

function Picker({ label, isCamera = false, describedBy, input, onFile }: PickerProps) {
  const Icon = isCamera ? Camera : ImagePlus;
  return (
    <label
      className={buttonClass(
        'secondary',
        'md',
        'relative cursor-pointer has-disabled:cursor-default has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {label}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        aria-label={isCamera ? label : text.photo}
        aria-describedby={describedBy}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again after it was removed.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

function Thumbnail({ photo }: { photo: File }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(photo);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return src ? (
    <img
      src={src}
      alt={text.photoAlt(photo.name)}
      className="size-20 shrink-0 rounded-control border border-line object-cover"
    />
  ) : (
    <span className="size-20 shrink-0 rounded-control bg-raised" />
  );
}

/** One picture of the item or the document: taken or chosen, made small on the device, shown, removable. */
export function PhotoField({ photo, onPhoto }: PhotoFieldProps) {
  const id = useId();
  const isPhone = useMediaQuery('(pointer: coarse)');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The newest choice counts, whichever is ready first.
  const choice = useRef(0);
  const picker = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  /** Whether the photo came or went by a press in this field. */
  const isOwn = useRef(false);

  useEffect(() => {
    // The control that was used is gone; its counterpart takes the focus, unless that is elsewhere by now.
    if (isOwn.current && document.activeElement === document.body)
      (photo ? remove : picker).current?.focus({ preventScroll: true });
    isOwn.current = false;
  }, [photo]);

  const choose = async (file: File) => {
    choice.current += 1;
    const mine = choice.current;
    setProblem(null);
    setBusy(true);
    const prepared = await preparePhoto(file);
    if (mine !== choice.current) return;
    setBusy(false);
    if (prepared instanceof File) {
      isOwn.current = true;
      onPhoto(prepared);
    } else setProblem(prepared === 'bad' ? text.badPhoto : text.unreadablePhoto);
  };
  const onFile = (file: File) => {
    choose(file).catch(() => setProblem(text.unreadablePhoto));
  };

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        {text.photo} <span className="font-normal text-muted">({t.common.optional})</span>
      </legend>
      {photo && (
        <div className="flex items-center gap-3">
          <Thumbnail photo={photo} />
          <div className="flex min-w-0 flex-col items-start">
            <p className="max-w-full truncate text-sm">{photo.name}</p>
            <Button
              ref={remove}
              variant="quiet"
              className="-ml-3 px-3!"
              onClick={() => {
                choice.current += 1;
                setBusy(false);
                isOwn.current = true;
                onPhoto(null);
              }}
            >
              <X className="size-4" aria-hidden="true" />
              {text.photoRemove}
            </Button>
          </div>
        </div>
      )}
      {!photo && (
        <div className="flex flex-wrap gap-2">
          {isPhone && <Picker isCamera label={text.takePhoto} describedBy={`${id}-note`} onFile={onFile} />}
          <Picker input={picker} label={text.photoChoose} describedBy={`${id}-note`} onFile={onFile} />
        </div>
      )}
      <p id={`${id}-note`} role="status" className={problem ? 'text-sm text-danger' : 'text-sm text-muted'}>
        {isBusy && <Spinner className="mr-2 inline size-4 align-text-bottom" />}
        {isBusy ? text.photoPreparing : (problem ?? (photo ? text.photoChosen(photo.name) : text.photoHint))}
      </p>
    </fieldset>
  );
}
