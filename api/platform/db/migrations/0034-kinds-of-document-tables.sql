-- Documents and their versions are of no organisation themselves, as other things that are published: publication says who keeps them.

comment on table document is 'Global. A document; publication says who reads it and when. Its file is that of its version with the highest number.';
comment on table document_version is 'Global. A version of a document, with its file. None is changed or deleted when another follows.';
