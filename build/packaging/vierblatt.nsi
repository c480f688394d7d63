; The installer for Windows: for one user, without administrator rights, in German and English.
; build/windows.py calls it:
;   makensis /DVERSION=… /DBUNDLE=folder /DOUT=file /DICONS=folder /DREMOVAL=file /DSIZE_KB=… vierblatt.nsi

Unicode true
SetCompressor /SOLID lzma
!include "MUI2.nsh"
!include "FileFunc.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Vierblatt"
!define RECORD "Vierblatt.Record"

Name "Vierblatt"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Vierblatt"
InstallDirRegKey HKCU "Software\Vierblatt" "Folder"
BrandingText "Vierblatt ${VERSION}"
ManifestDPIAware true

VIProductVersion "${VERSION4}"
VIAddVersionKey "ProductName" "Vierblatt"
VIAddVersionKey "FileDescription" "Vierblatt"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Vierblatt developers, MIT License"

!define MUI_ICON "${ICONS}/vierblatt.ico"
!define MUI_UNICON "${ICONS}/vierblatt.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\vierblattw.exe"
!define MUI_LANGDLL_ALLLANGUAGES

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

; The first is taken where the system speaks neither.
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RecordName ${LANG_ENGLISH} "Vierblatt record"
LangString RecordName ${LANG_GERMAN} "Vierblatt-Protokoll"
LangString StillRuns ${LANG_ENGLISH} "Vierblatt is running. Close it first, then try again."
LangString StillRuns ${LANG_GERMAN} "Vierblatt läuft noch. Bitte zuerst schließen, dann noch einmal versuchen."
LangString TooOld ${LANG_ENGLISH} "Vierblatt needs Windows 10 or newer, 64 bit."
LangString TooOld ${LANG_GERMAN} "Vierblatt braucht Windows 10 oder neuer, 64 Bit."

!include "WinVer.nsh"
!include "x64.nsh"

Function .onInit
  ${IfNot} ${AtLeastWin10}
  ${OrIfNot} ${RunningX64}
    MessageBox MB_ICONSTOP|MB_OK "$(TooOld)" /SD IDOK
    SetErrorLevel 1
    Abort
  ${EndIf}
FunctionEnd

; A program that runs cannot be written to: that is how it is noticed.
!macro NotRunning
  ${Do}
    ClearErrors
    ${IfNot} ${FileExists} "$INSTDIR\vierblattw.exe"
      ${Break}
    ${EndIf}
    FileOpen $0 "$INSTDIR\vierblattw.exe" a
    ${IfNot} ${Errors}
      FileClose $0
      ${Break}
    ${EndIf}
    MessageBox MB_ICONEXCLAMATION|MB_RETRYCANCEL "$(StillRuns)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 1
    Abort
  ${Loop}
!macroend

Section
  !insertmacro NotRunning
  ; What an older version brought and this one does not must not stay.
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S /KEEP _?=$INSTDIR'
  ${EndIf}
  SetOutPath "$INSTDIR"
  File /r "${BUNDLE}/*.*"
  CreateDirectory "$SMPROGRAMS"
  CreateShortcut "$SMPROGRAMS\Vierblatt.lnk" "$INSTDIR\vierblattw.exe"
  WriteRegStr HKCU "Software\Vierblatt" "Folder" "$INSTDIR"

  WriteRegStr HKCU "Software\Classes\.vierblatt" "" "${RECORD}"
  WriteRegStr HKCU "Software\Classes\.vierblatt" "Content Type" "application/x-vierblatt-record"
  WriteRegStr HKCU "Software\Classes\${RECORD}" "" "$(RecordName)"
  WriteRegStr HKCU "Software\Classes\${RECORD}\DefaultIcon" "" "$INSTDIR\record.ico"
  WriteRegStr HKCU "Software\Classes\${RECORD}\shell\open\command" "" '"$INSTDIR\vierblattw.exe" "%1"'
  SetOutPath "$INSTDIR"
  File "${ICONS}/record.ico"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'

  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Vierblatt"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\vierblattw.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Vierblatt developers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro NotRunning
  ; File by file: what somebody else put into this folder stays. Settings and saved games are not here.
  !include "${REMOVAL}"
  Delete "$INSTDIR\record.ico"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  ; An installer that replaces this version puts the rest back in a moment.
  ${GetParameters} $1
  ${GetOptions} $1 "/KEEP" $2
  ${IfNot} ${Errors}
    Return
  ${EndIf}
  Delete "$SMPROGRAMS\Vierblatt.lnk"
  ReadRegStr $0 HKCU "Software\Classes\.vierblatt" ""
  ${If} $0 == "${RECORD}"
    DeleteRegKey HKCU "Software\Classes\.vierblatt"
  ${EndIf}
  DeleteRegKey HKCU "Software\Classes\${RECORD}"
  DeleteRegKey HKCU "Software\Vierblatt"
  DeleteRegKey HKCU "${UNINSTALL}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
