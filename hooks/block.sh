# >>> gar v1 @SEAL@@FLAG@ - lines of "gar install-hooks", taken out by "gar uninstall-hooks"; they end at "<<< gar"
@FIRST@
@REVIEW@
@LAST@
# <<< gar
