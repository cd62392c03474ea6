import { useState } from 'react';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import type { KeptProduct } from '../product-labels.ts';
import { DropZone } from './drop-zone.tsx';
import { PictureForm } from './picture-form.tsx';
import { coloursOf, describePicture } from './picture-labels.ts';
import css from './pictures.module.css';
import { UploadList } from './upload-list.tsx';
import { type PictureToSave, useProductPictures } from './use-product-pictures.ts';
import { toUploads, type Upload, useUploads } from './use-uploads.ts';

/** The photographs of a product, or its drawings where it has none. What is changed is saved at once. */
export function ProductPictures({ product, isReadOnly }: { product: KeptProduct; isReadOnly: boolean }) {
  const { pictures, save, upload } = useProductPictures(product);
  const sending = useUploads<Upload>(({ file }) => upload(file));
  const [edited, setEdited] = useState<PictureToSave>();
  const colours = coloursOf(product);
  const drawings = product.images.filter(({ isDrawing }) => isDrawing);

  const add = (files: File[]) => {
    const added = toUploads(files);
    // What was added before is among the pictures; what was refused has been read.
    sending.setUploads((before) => [...before.filter(({ outcome }) => !outcome), ...added]);
    void sending.start(added.filter(({ outcome }) => !outcome));
  };
  const remove = async (picture: PictureToSave) => {
    const before = pictures;
    if (!(await save(pictures.filter(({ src }) => src !== picture.src)))) return;
    showSuccess('The picture has been removed.', {
      action: { label: 'Undo', run: () => void save(putBack(before, picture)) },
    });
  };
  return (
    <Card title="Pictures">
      {pictures.length > 0 ? (
        <PictureTiles
          pictures={pictures}
          product={product}
          isReadOnly={isReadOnly}
          onSave={(list) => void save(list)}
          onEdit={setEdited}
          onRemove={(picture) => void remove(picture)}
        />
      ) : (
        <ul className={css.tiles} aria-label="Drawings">
          {drawings.map(({ id, src, altText }) => (
            <li key={id} className={css.tile}>
              <Picture src={src} alt={altText ?? product.name} />
              <span className={css.caption}>Drawing</span>
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <DropZone label="Pictures of the product" isSmall onFiles={add}>
          <span>Drop pictures here</span>
        </DropZone>
      )}
      <UploadList uploads={sending.uploads} onClear={() => sending.setUploads([])} />
      <p className={css.note}>
        {pictures.length === 0
          ? 'Without a photograph the drawing is shown.'
          : 'Drag to order. The first of each colour is its tile. A colour without a photograph shows one for all colours, or its drawing.'}
      </p>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title="Edit picture"
        closeLabel="Close without saving"
      >
        {edited && (
          <PictureForm
            picture={edited}
            name={product.name}
            colours={colours}
            onCancel={() => setEdited(undefined)}
            onSave={(changed) => {
              setEdited(undefined);
              void save(pictures.map((picture) => (picture.id === changed.id ? changed : picture)));
            }}
          />
        )}
      </Dialog>
    </Card>
  );
}

/** The list as it was, with the removed picture in its place, which is known by its address. */
const putBack = (before: readonly PictureToSave[], { id, ...removed }: PictureToSave): PictureToSave[] =>
  before.map((picture) => (picture.id === id ? removed : picture));

interface TilesProps {
  pictures: readonly PictureToSave[];
  product: KeptProduct;
  isReadOnly: boolean;
  onSave: (pictures: readonly PictureToSave[]) => void;
  onEdit: (picture: PictureToSave) => void;
  onRemove: (picture: PictureToSave) => void;
}

const keyOf = ({ id, src }: PictureToSave) => id ?? src;

/** The photographs in their order, which is changed by dragging or with the arrow keys. */
function PictureTiles({ pictures, product, isReadOnly, onSave, onEdit, onRemove }: TilesProps) {
  const colours = coloursOf(product);
  const reorder = useReorder<string | number>(
    pictures.map(keyOf),
    (keys) => onSave(keys.flatMap((key) => pictures.filter((picture) => keyOf(picture) === key))),
    { isGrid: true },
  );
  return (
    <>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <ul className={css.tiles} aria-label="Pictures">
        {pictures.map((picture, index) => {
          const colour = colours.find(({ id }) => id === picture.valueId)?.name;
          const caption = describePicture(colour, picture.shows);
          const name = `picture ${index + 1}: ${caption}`;
          return (
            <li key={keyOf(picture)} className={css.tile} {...reorder.item(keyOf(picture))}>
              <Picture src={picture.src} alt={picture.altText ?? product.name} />
              <span className={css.caption}>{caption}</span>
              {!isReadOnly && (
                <span className={css.actions}>
                  {pictures.length > 1 && <MoveHandle {...reorder.handle(keyOf(picture), name)} />}
                  <button
                    type="button"
                    className={css.action}
                    aria-label={`Edit ${name}`}
                    aria-haspopup="dialog"
                    onClick={() => onEdit(picture)}
                  >
                    Edit
                  </button>
                  <button type="button" className={css.action} aria-label={`Remove ${name}`} onClick={() => onRemove(picture)}>
                    <TrashIcon size={18} />
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
